import { addMarks, findMarked, type MarkedType, removeMarks } from '../../store/crm/record-marks-store.ts';
import type { ActionContext } from '../action-context.ts';
import { startJob } from '../jobs/start-job.ts';

/** Up to here records change in the same transaction; beyond, by a job. */
const atOnceMax = 1_000;
const types: MarkedType[] = ['contact', 'company'];

/** Takes a tag off all records, or gives them its new name. Call inside `run`. */
export const moveTag = async (from: string, to: string | undefined, ctx: ActionContext): Promise<void> => {
  const { workspaceId, now } = ctx;
  const found = new Map<MarkedType, string[]>();
  for (const type of types) found.set(type, await findMarked(workspaceId, type, 'tags', from, atOnceMax + 1));
  if ([...found.values()].flat().length > atOnceMax) {
    const title = to === undefined ? `Take off the deleted tag ${from}` : `Rename the tag ${from} to ${to}`;
    await startJob({ kind: 'move_marks', title, input: { types, field: 'tags', from, ...(to && { to }) } }, ctx);
    return;
  }
  for (const [type, recordIds] of found) {
    if (recordIds.length === 0) continue;
    if (to !== undefined) await addMarks(workspaceId, type, recordIds, 'tags', [to], now());
    await removeMarks(workspaceId, type, recordIds, 'tags', [from], now());
  }
};
