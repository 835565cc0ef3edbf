import { isEmptyDelta } from '../../../domain/contacts/changes/record-delta.ts';
import { counted } from '../../../domain/text/counted.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { countedEffects, type PlannedEffect } from '../../context/plan.ts';
import { changesOfDelta } from './apply-deltas.ts';
import { type BulkChange, checkedChange, deltaOfChange } from './bulk-change.ts';
import type { ChangedRecord, ChangeKind } from './change-kind.ts';
import { planChange } from './start-change-job.ts';

/** Plan of the same change for many records, with the first ones as samples. */
export async function planBulkChange<S extends object>(
  kind: ChangeKind<ChangedRecord>,
  selection: S,
  wanted: BulkChange,
  ctx: ActionContext,
) {
  const { type } = kind;
  const change = await checkedChange(type, wanted, ctx);
  const { total, samples } = await planChange(kind, selection, `No ${type} matches: nothing would change.`, ctx);
  const preview = samples.flatMap((record) => {
    const delta = deltaOfChange(record, change);
    return isEmptyDelta(delta) ? [] : [kind.updateEffect(record, changesOfDelta(record, delta))];
  });
  const title = `Change ${counted(total, type)}`;
  return {
    summary: `Would change up to ${counted(total, type)}.`,
    effects: [
      ...countedEffects('update', type, total, { ...change }),
      { op: 'start' as const, type: 'job', label: title },
    ],
    preview,
    skipped: [],
    warnings: [],
    state: { selection, change, total, title },
  };
}

/** Plan of moving many records to the trash. */
export async function planBulkDeletion<S extends object>(
  kind: ChangeKind<ChangedRecord>,
  selection: S,
  ctx: ActionContext,
) {
  const { type } = kind;
  const { total, samples } = await planChange(kind, selection, `No ${type} matches: nothing would be deleted.`, ctx);
  const title = `Delete ${counted(total, type)}`;
  const preview = samples.map(
    (record): PlannedEffect => ({ op: 'delete', type, id: record.id, label: kind.label(record) }),
  );
  return {
    summary: `Would move ${counted(total, type)} to the trash.`,
    effects: [...countedEffects('delete', type, total), { op: 'start' as const, type: 'job', label: title }],
    preview,
    skipped: [],
    state: { selection, total, title },
  };
}
