import {
  afterDelta,
  deltaOf,
  inverseOf,
  isEmptyDelta,
  isOutdatedDelta,
  type RecordDelta,
} from '../../../domain/contacts/changes/record-delta.ts';
import { findTrashed } from '../../../store/erasure/trash-store.ts';
import {
  addChangedRecords,
  type ChangedOne,
  type ChangedType,
  findChangedRecords,
} from '../../../store/events/changes/change-set-store.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import type { NewJobResult } from '../../../store/jobs/job-result-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { batchesAfter } from '../batches-after.ts';
import { defineJob } from '../job-handler.ts';
import { applyDeltas, type RecordAndDelta } from './apply-deltas.ts';
import type { ChangedRecord, ChangeKind } from './change-kind.ts';
import { companyKind } from './company-kind.ts';
import { contactKind } from './contact-kind.ts';
import { mergeAgain, planSplits } from './undo-merges.ts';

const batchSize = 100;

interface UndoInput {
  undoOf: string;
  changeSetId: string;
  /** Absent in jobs of earlier versions, which changed contacts. */
  recordType?: ChangedType;
}

type Outcomes = Map<string, Pick<NewJobResult, 'outcome' | 'reason'>>;

interface Undo {
  kind: ChangeKind<ChangedRecord>;
  changeSetId: string;
  outcomes: Outcomes;
  ctx: ActionContext;
}

export function changeKindOf(type: ChangedType = 'contact'): ChangeKind<ChangedRecord> {
  return type === 'contact' ? contactKind : companyKind;
}

/** Change that reverts another one today, or the reason why it is skipped. */
export function reverting(record: ChangedRecord | undefined, delta: RecordDelta): RecordDelta | string {
  if (record === undefined) return 'not_found';
  const inverse = inverseOf(delta);
  return isOutdatedDelta(record, inverse) ? 'changed_since' : deltaOf(record, afterDelta(record, inverse));
}

/** Reverts each record of a change set, unless its values have changed since. */
export const undoChangeJob = defineJob<(ChangedOne & { id: string })[]>({
  batches(job, { workspaceId }) {
    const { undoOf } = inputOf<UndoInput>(job);
    return batchesAfter(job, batchSize, (page) => findChangedRecords(workspaceId, undoOf, page));
  },

  async apply(batch, job, ctx) {
    const { changeSetId, recordType } = inputOf<UndoInput>(job);
    const undo: Undo = { kind: changeKindOf(recordType), changeSetId, outcomes: new Map(), ctx };
    await restoreDeleted(idsOf(batch, true), undo);
    await deleteRestored(idsOf(batch, false), undo);
    const parts = Map.groupBy(batch, ({ delta }) => partOf(delta));
    await splitMerged(parts.get('merged') ?? [], undo);
    await mergeSplit(parts.get('split') ?? [], undo);
    await revertValues(parts.get('values') ?? [], undo);
    const results = batch.map(({ recordId }, index) => ({
      item: job.done + index + 1,
      recordId,
      ...undo.outcomes.get(recordId)!,
    }));
    return { checkpoint: { lastId: batch.at(-1)!.id }, results };
  },
});

function partOf({ isDeleted, mergedIds, splitIds }: RecordDelta): 'deletion' | 'merged' | 'split' | 'values' {
  if (isDeleted !== undefined) return 'deletion';
  return mergedIds ? 'merged' : splitIds ? 'split' : 'values';
}

function idsOf(batch: readonly ChangedOne[], isDeleted: boolean): string[] {
  return batch.flatMap(({ recordId, delta }) => (delta.isDeleted === isDeleted ? recordId : []));
}

async function restoreDeleted(ids: string[], undo: Undo): Promise<void> {
  if (ids.length === 0) return;
  const { kind, outcomes, ctx } = undo;
  const trashed = await findTrashed(ctx.workspaceId, ids);
  const restored = await kind.restore(trashed, ctx);
  for (const id of ids) outcomes.set(id, { outcome: 'skipped', reason: 'not_found' });
  for (const { id } of trashed) outcomes.set(id, { outcome: 'skipped', reason: `${kind.type}_exists` });
  for (const id of restored) outcomes.set(id, { outcome: 'created' });
  await noteDeletion(restored, false, undo);
}

async function deleteRestored(ids: string[], undo: Undo): Promise<void> {
  if (ids.length === 0) return;
  const { kind, changeSetId, outcomes, ctx } = undo;
  const records = await kind.find(ctx.workspaceId, ids);
  await kind.moveToTrash(records, ctx, changeSetId);
  for (const id of ids) outcomes.set(id, { outcome: 'skipped', reason: 'not_found' });
  for (const { id } of records) outcomes.set(id, { outcome: 'updated' });
  await noteDeletion(
    records.map(({ id }) => id),
    true,
    undo,
  );
}

async function noteDeletion(ids: readonly string[], isDeleted: boolean, { kind, changeSetId, ctx }: Undo) {
  const { workspaceId, now } = ctx;
  const changed = ids.map((recordId) => ({ recordId, delta: { isDeleted } }));
  await addChangedRecords({ workspaceId, type: kind.type, changeSetId }, changed, now());
}

async function splitMerged(batch: readonly ChangedOne[], { kind, changeSetId, outcomes, ctx }: Undo): Promise<void> {
  const { workspaceId, now } = ctx;
  for (const [recordId, split] of await planSplits(kind, batch, ctx)) {
    if (typeof split === 'string') {
      outcomes.set(recordId, { outcome: 'skipped', reason: split });
      continue;
    }
    await kind.split(split.kept, split.merged, split.changes, ctx);
    const delta = { splitIds: split.merged.map(({ id }) => id) };
    await addChangedRecords({ workspaceId, type: kind.type, changeSetId }, [{ recordId, delta }], now());
    outcomes.set(recordId, { outcome: 'updated' });
  }
}

async function mergeSplit(batch: readonly ChangedOne[], { kind, changeSetId, outcomes, ctx }: Undo): Promise<void> {
  const { workspaceId, now } = ctx;
  for (const one of batch) {
    const { recordId, delta } = one;
    const kept = await mergeAgain(kind, one, ctx);
    if (typeof kept === 'string') {
      outcomes.set(recordId, { outcome: 'skipped', reason: kept });
      continue;
    }
    const again = { recordId, delta: { mergedIds: delta.splitIds } };
    await addChangedRecords({ workspaceId, type: kind.type, changeSetId }, [again], now());
    outcomes.set(recordId, { outcome: 'updated' });
  }
}

async function revertValues(batch: readonly ChangedOne[], { kind, changeSetId, outcomes, ctx }: Undo): Promise<void> {
  if (batch.length === 0) return;
  const found = await kind.find(
    ctx.workspaceId,
    batch.map(({ recordId }) => recordId),
  );
  const records = new Map(found.map((record) => [record.id, record]));
  const changes: RecordAndDelta[] = [];
  for (const { recordId, delta } of batch) {
    const record = records.get(recordId);
    const reverted = reverting(record, delta);
    if (typeof reverted === 'string') {
      outcomes.set(recordId, { outcome: 'skipped', reason: reverted });
    } else {
      changes.push({ record: record!, delta: reverted });
      outcomes.set(recordId, { outcome: isEmptyDelta(reverted) ? 'unchanged' : 'updated' });
    }
  }
  await applyDeltas(kind, changes, changeSetId, ctx);
}
