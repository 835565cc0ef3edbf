import { countCompanies } from '../../store/companies/company-store.ts';
import { countContacts } from '../../store/contacts/contact-store.ts';
import { addMarks, findMarked, type MarkedType, removeMarks } from '../../store/lists/record-marks-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { emitRecordChanges } from '../context/emit-record-changes.ts';
import { countedEffects, type PlannedEffect } from '../context/plan.ts';
import { queueJob } from './queue-job.ts';

/** Largest number of records changed in the same transaction. A job changes larger sets. */
const atOnceMax = 1_000;
const types: MarkedType[] = ['contact', 'company'];

/** Removes a tag from all records, or renames it there. Call inside `run`. */
export async function moveTag(from: string, to: string | undefined, ctx: ActionContext): Promise<void> {
  const { workspaceId, now } = ctx;
  const found = new Map<MarkedType, string[]>();
  for (const type of types) found.set(type, await findMarked(workspaceId, type, 'tags', from, atOnceMax + 1));
  if ([...found.values()].flat().length > atOnceMax) {
    const title = to === undefined ? `Take off the deleted tag ${from}` : `Rename the tag ${from} to ${to}`;
    await queueJob({ kind: 'move_marks', title, input: { types, field: 'tags', from, ...(to && { to }) } }, ctx);
    return;
  }
  for (const [type, recordIds] of found) {
    if (recordIds.length === 0) continue;
    if (to !== undefined) await addMarks(workspaceId, type, recordIds, 'tags', [to], now());
    await removeMarks(workspaceId, type, recordIds, 'tags', [from], now());
    await emitRecordChanges(type, recordIds, ['tags'], ctx);
  }
}

const countedMax = 1_000_000;

/** Planned effects on the records with a tag. */
export async function taggedEffects(tag: string, to: string | undefined, ctx: ActionContext): Promise<PlannedEffect[]> {
  const changes = to === undefined ? { removedTag: tag } : { removedTag: tag, addedTag: to };
  return [
    ...countedEffects(
      'update',
      'contact',
      await countContacts(ctx.workspaceId, { filter: { tags: tag } }, countedMax),
      changes,
    ),
    ...countedEffects(
      'update',
      'company',
      await countCompanies(ctx.workspaceId, { filter: { tags: tag } }, countedMax),
      changes,
    ),
  ];
}
