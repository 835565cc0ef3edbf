import { dayStarts } from '../../../domain/campaigns/outbound-report.ts';
import type { ReplyClass } from '../../../domain/replies/reply-classes.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { readReportDays } from './report-days.ts';

/** Number of replies by class in these days (YYYY-MM-DD, both inclusive), the most frequent class first. */
export async function replyClassesIn(
  { id, settings }: Pick<WorkspaceRecord, 'id' | 'settings'>,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<{ class: ReplyClass; count: number }[]> {
  const { timeZone } = settings;
  const { classes } = await readReportDays({ workspaceId: id, timeZone, starts: dayStarts(from, to, timeZone) }, now);
  const counts = new Map<string, number>();
  for (const day of classes)
    for (const [name, count] of Object.entries(day)) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts]
    .map(([name, count]) => ({ class: name as ReplyClass, count }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}
