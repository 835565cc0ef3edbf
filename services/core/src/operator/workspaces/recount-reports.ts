import { counted } from '../../domain/text/counted.ts';
import { removeReportDays } from '../../store/campaigns/report-day-store.ts';
import type { Command } from '../command.ts';

export const recountReportsCommand: Command = {
  name: 'reports recount',
  summary: 'Count all report days again from the stored messages and replies, when they are next read.',
  options: {},
  async run() {
    const days = await removeReportDays();
    return { text: `${counted(days, 'report day')} will be counted again.`, data: { days } };
  },
};
