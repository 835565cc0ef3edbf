import { type Static, Type } from 'typebox';
import { ChangedRecords } from '../../schema/record-parts.ts';
import { Named } from '../../schema/schema.ts';
import { addMarks, type MarkedType, removeMarks } from '../../store/lists/record-marks-store.ts';
import { canonicalTags, ensureTags, findNewTags } from '../../store/lists/tag-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { emitRecordChanges } from '../context/emit-record-changes.ts';
import type { Plan, PlannedEffect, Result, Skipped } from '../context/plan.ts';
import { findLabelled } from './labelled-records.ts';

export const TaggingResults = Named('TaggingResults', Type.Object({ results: ChangedRecords }));

export interface Tagging {
  type: MarkedType;
  change: 'add' | 'remove';
  recordIds: string[];
  tags: string[];
}

/** Plans the records to change. Skips records that are already correct or were not found, and lists them. */
export async function planTagging(tagging: Tagging, ctx: ActionContext): Promise<Plan<Tagging>> {
  const { type, change, recordIds } = tagging;
  const tags = await canonicalTags(ctx.workspaceId, tagging.tags);
  const byId = await findLabelled(ctx.workspaceId, type, recordIds);
  const effects: PlannedEffect[] = [];
  const skipped: Skipped[] = [];
  for (const id of recordIds) {
    const record = byId.get(id);
    const fitting = tags.filter((tag) => record?.tags.includes(tag) === (change === 'remove'));
    if (record === undefined) skipped.push({ id, label: id, reason: 'not_found' });
    else if (fitting.length === 0) skipped.push({ id, label: record.label, reason: 'unchanged' });
    else effects.push({ op: 'update', type, id, label: record.label, changes: { [change]: fitting } });
  }
  const changed = effects.map(({ id }) => id!);
  if (change === 'add' && changed.length > 0)
    for (const label of await findNewTags(ctx.workspaceId, tags)) effects.push({ op: 'create', type: 'tag', label });
  const summary = `Would ${change === 'add' ? 'tag' : 'untag'} ${changed.length} of ${recordIds.length}.`;
  return { summary, effects, skipped, warnings: [], state: { ...tagging, tags, recordIds: changed } };
}

export async function applyTagging(
  { state: { type, change, recordIds, tags }, skipped }: Plan<Tagging>,
  ctx: ActionContext,
): Promise<Result<Static<typeof TaggingResults>>> {
  const { workspaceId, now } = ctx;
  if (recordIds.length > 0) {
    if (change === 'add') await ensureTags(workspaceId, tags, now());
    const apply = change === 'add' ? addMarks : removeMarks;
    await apply(workspaceId, type, recordIds, 'tags', tags, now());
    await emitRecordChanges(type, recordIds, ['tags'], ctx);
  }
  const results = [
    ...recordIds.map((id) => ({ id, outcome: 'updated' as const, reason: null })),
    ...skipped.map(({ id, reason }) => ({ id: id!, outcome: 'skipped' as const, reason })),
  ];
  return { data: { results }, summary: `${change === 'add' ? 'Tagged' : 'Untagged'} ${recordIds.length}.` };
}
