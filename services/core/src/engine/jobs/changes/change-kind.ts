import type { Changeable } from '../../../domain/contacts/changes/record-delta.ts';
import type { Fields } from '../../../domain/fields/fields.ts';
import type { MergedRecord } from '../../../store/erasure/merge-store.ts';
import type { TrashedRecord } from '../../../store/erasure/trash-store.ts';
import type { ChangedType } from '../../../store/events/changes/change-set-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { PlannedEffect } from '../../context/plan.ts';

export interface ChangedRecord extends Changeable {
  id: string;
  doNotContact?: boolean;
}

/** Ways to select the records of a bulk change. Each kind has its own way by IDs. */
export type Selection = Record<string, unknown>;

/** Reason why a record stays in the trash, or its state after a restore. */
export type Restorable<R> = R | 'contact_exists' | 'company_exists';

/** One kind of record, for bulk changes. */
export interface ChangeKind<R extends ChangedRecord> {
  type: ChangedType;
  /** Number of selected records, up to `limit`. */
  count(selection: Selection, limit: number, ctx: ActionContext): Promise<number>;
  /** Selected records after an ID, in the order of their IDs, in bounded reads. */
  stream(selection: Selection, afterId: string, ctx: ActionContext): AsyncIterable<R>;
  /** Name of the way in use. Throws unless there is exactly one. */
  wayOf(selection: Selection): string;
  find(workspaceId: string, ids: string[]): Promise<R[]>;
  label(record: R): string;
  updateEffect(record: R, changes: object): PlannedEffect;
  /** Number of other records that deleting this one changes. */
  weight(record: R): number;
  /** Stores changes with their consequences and event. Call in a transaction, as those below. */
  apply(record: R, changes: object, ctx: ActionContext): Promise<unknown>;
  moveToTrash(records: readonly R[], ctx: ActionContext, changeSetId: string): Promise<void>;
  /** `leaving`: records that give up the addresses or domains that they took from these. */
  planRestore(
    trashed: readonly Pick<TrashedRecord, 'id' | 'record'>[],
    ctx: ActionContext,
    leaving?: ReadonlySet<string>,
  ): Promise<Map<string, Restorable<R>>>;
  /** Returns the IDs of those that came back. */
  restore(trashed: readonly TrashedRecord[], ctx: ActionContext): Promise<string[]>;
  fields: Fields;
  merge(kept: R, other: R, ctx: ActionContext): Promise<R>;
  /** Takes merged records, in the order of their merges, out of the kept one, which gets these changes. */
  split(kept: R, merged: readonly MergedRecord[], changes: object, ctx: ActionContext): Promise<void>;
}
