import { counted } from '../../../domain/text/counted.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { countedEffects, type PlannedEffect, type Skipped } from '../../../engine/context/plan.ts';
import { changesOfDelta } from '../../../engine/jobs/changes/apply-deltas.ts';
import type { ChangedRecord, ChangeKind } from '../../../engine/jobs/changes/change-kind.ts';
import { requireFreeTurn, startChangeJob } from '../../../engine/jobs/changes/start-change-job.ts';
import { changeKindOf, reverting } from '../../../engine/jobs/changes/undo-change.ts';
import { type PlannedSplit, planSplits } from '../../../engine/jobs/changes/undo-merges.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { toRecord } from '../../../store/documents/define-model.ts';
import { findTrashed } from '../../../store/erasure/trash-store.ts';
import {
  type ChangedOne,
  type ChangeSetRecord,
  findChangedRecords,
  findChangeSet,
  noteUndone,
} from '../../../store/events/changes/change-set-store.ts';
import { findJob } from '../../../store/jobs/job-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView, toJobView } from '../../jobs/job-view.ts';
import { requireWriteScope } from './require-write-scope.ts';

/** Records that the plan looks at individually. */
const examinedMax = 100;
const samplesMax = 10;

export const undoChange = defineWrite({
  name: 'undo_change',
  title: 'Undo a bulk change',
  summary: 'Revert a bulk change of the last 30 days.',
  description:
    'Reverts a bulk change (list_change_sets) as a job: stages, custom fields, tags, lists, and owners get their former ' +
    'values, and deleted and merged contacts and companies come back. Records that have changed since are skipped and named ' +
    '(changed_since). So are those whose address or domain another record has now (contact_exists, company_exists). ' +
    'doNotContact and suppressions stay, and ended sequences do not start again. An undo can itself be undone. Needs ' +
    'the write scope of the records.',
  method: 'post',
  path: '/change-sets/{changeSetId}/undo',
  scope: 'changes:write',
  effect: 'write',
  input: Input({ changeSetId: Id('chs', 'Bulk change to undo.') }),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'already_undone', 'invalid_state', 'limit_reached', 'missing_scope'],

  async plan({ changeSetId }, ctx) {
    const set = await requireUndoable(changeSetId, ctx);
    await requireFreeTurn(ctx);
    const { preview, skipped } = await examine(set, ctx);
    const title = `Undo: ${set.title}`;
    return {
      summary: `Would undo “${set.title}” for ${counted(set.count, set.recordType ?? 'contact')}.`,
      effects: [
        ...countedEffects('update', set.recordType ?? 'contact', set.count - skipped.length),
        { op: 'update', type: 'change_set', id: set.id, label: set.title, changes: { isUndone: true } },
        { op: 'start', type: 'job', label: title },
      ],
      skipped,
      preview: preview.slice(0, samplesMax),
      warnings: set.count > examinedMax ? [`Only the first ${examinedMax} records were checked.`] : [],
      state: { set, title },
    };
  },

  async run(_input, { state: { set, title } }, ctx) {
    const { id: undoOf, recordType = 'contact', count: total } = set;
    const undo = { kind: 'undo_change', title, input: { undoOf, recordType }, total, undoOf } as const;
    const { job, changeSetId } = await startChangeJob(recordType, undo, ctx);
    if (!(await noteUndone(ctx.workspaceId, set.id, changeSetId))) throw alreadyUndone(set.id);
    return { status: 202, data: toJobView(job), summary: `Started: ${title}. Follow it with get_job ${job.id}.` };
  },
});

async function requireUndoable(changeSetId: string, ctx: ActionContext): Promise<ChangeSetRecord> {
  const set = await findChangeSet(ctx.workspaceId, changeSetId);
  if (set === null) throw notFound('change', changeSetId);
  requireWriteScope(set.recordType ?? 'contact', 'Undoing the change', ctx);
  if (set.undoneBy !== null) throw alreadyUndone(changeSetId);
  const job = set.jobId === null ? null : await findJob(ctx.workspaceId, set.jobId);
  if (job?.isOpen)
    throw new AppError(
      'invalid_state',
      `The change is not finished: wait for ${job.id}, or cancel it with cancel_job.`,
    );
  return set;
}

function alreadyUndone(changeSetId: string): AppError {
  return new AppError('already_undone', `${changeSetId} was undone already. To repeat the change, undo its undo.`);
}

/** Effect on each of the first records, and the reason for each that is skipped. */
async function examine(
  set: ChangeSetRecord,
  ctx: ActionContext,
): Promise<{ preview: PlannedEffect[]; skipped: Skipped[] }> {
  const { workspaceId } = ctx;
  const kind = changeKindOf(set.recordType);
  const changed = await findChangedRecords(workspaceId, set.id, { afterId: '', limit: examinedMax });
  const ids = changed.flatMap(({ recordId, delta }) => [recordId, ...(delta.splitIds ?? [])]);
  const records = new Map((await kind.find(workspaceId, ids)).map((record) => [record.id, record]));
  const trashed = await findTrashed(workspaceId, ids);
  const labels = new Map(trashed.map(({ id, label }) => [id, label]));
  const restorable = await kind.planRestore(trashed, ctx);
  const splits = await planSplits(
    kind,
    changed.filter(({ delta }) => delta.mergedIds !== undefined),
    ctx,
  );
  const preview: PlannedEffect[] = [];
  const skipped: Skipped[] = [];
  for (const one of changed) {
    const { recordId: id } = one;
    const record = records.get(id);
    const label = record === undefined ? (labels.get(id) ?? id) : kind.label(record);
    const effects = effectsOf(kind, one, records, splits.get(id) ?? restorable.get(id));
    if (typeof effects === 'string') skipped.push({ id, label, reason: effects });
    else preview.push(...effects.map((effect) => ({ ...effect, label: effect.label || label })));
  }
  return { preview, skipped };
}

/** A string: the reason why the record is skipped. An effect without a label has that of the record. */
function effectsOf(
  kind: ChangeKind<ChangedRecord>,
  { recordId, delta }: ChangedOne,
  records: ReadonlyMap<string, ChangedRecord>,
  planned: ChangedRecord | PlannedSplit | string | undefined,
): PlannedEffect[] | string {
  const { isDeleted, mergedIds, splitIds } = delta;
  const effect = (op: 'create' | 'delete', id: string, record?: ChangedRecord): PlannedEffect => {
    return { op, type: kind.type, id, label: record === undefined ? '' : kind.label(record) };
  };
  const record = records.get(recordId);
  if (isDeleted === true || mergedIds) {
    if (planned === undefined || typeof planned === 'string') return planned ?? 'not_found';
    if (!('merged' in planned)) return [effect('create', recordId)];
    const back = planned.merged.map((each) => effect('create', each.id, toRecord(each.record)));
    return [kind.updateEffect(planned.kept, planned.changes), ...back];
  }
  if (record === undefined) return 'not_found';
  if (isDeleted === false) return [effect('delete', recordId, record)];
  if (splitIds) return splitIds.map((id) => effect('delete', id, records.get(id)));
  const reverted = reverting(record, delta);
  return typeof reverted === 'string' ? reverted : [kind.updateEffect(record, changesOfDelta(record, reverted))];
}
