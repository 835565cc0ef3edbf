import { resolve } from 'node:path';
import { counted } from '../domain/text/counted.ts';
import { acceptForeign, confirmMoved } from '../engine/backup/accept-foreign.ts';
import { type Command, UsageError } from './command.ts';

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export const restoredCommand: Command = {
  name: 'restored',
  summary:
    'Say that the store was restored by other tools (volume snapshot, mongorestore), and to the state of which time.',
  options: {
    from: {
      value: '<time>',
      description:
        'the time of the restored state, such as 2026-05-04T02:30:00Z; "now" after the folder was only moved',
      isRequired: true,
    },
    journal: {
      value: '<path>',
      description: 'the journal; default: outbound.journal in BACKUP_DIR or the data folder',
    },
  },
  async run({ from = '', journal }, { config, now }) {
    if (from === 'now') {
      const { wasStopped } = await confirmMoved(config!, now);
      const text = wasStopped
        ? 'Confirmed. Sending continues.'
        : 'Confirmed. Sending was not stopped because of a move (see "outbound sending status").';
      return { text, data: { from, wasStopped } };
    }
    const moment = readMoment(from, now());
    const journalFile = journal === undefined ? null : resolve(journal);
    const summary = await acceptForeign(moment, { journalFile, config: config!, now });
    const { unconfirmedMessages, pausedEnrollments, isJournalMissing, known } = summary;
    const resume = isJournalMissing
      ? 'Every scheduled message is held. If you find the journal, run this command again with --journal; otherwise resume with "outbound sending resume --without-journal".'
      : 'Sending is stopped: check the data, then run "outbound sending resume".';
    const text = `${known} ${counted(unconfirmedMessages, 'message')} unconfirmed, ${counted(pausedEnrollments, 'sequence')} paused. ${resume}`;
    return { text, data: { from: moment.toISOString(), ...summary } };
  },
};

function readMoment(text: string, now: Date): Date {
  const moment = new Date(text);
  if (!isoTime.test(text) || Number.isNaN(moment.getTime()))
    throw new UsageError(`--from takes a time with a zone, such as 2026-05-04T02:30:00Z, or "now", not "${text}".`);
  if (moment > now) throw new UsageError('--from is in the future.');
  return moment;
}
