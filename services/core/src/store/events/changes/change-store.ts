import type { ChangeType } from '../../../domain/events/change-types.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../../documents/define-model.ts';
import { boolean, date, nullable, number, object, optional, string, stringOf } from '../../documents/paths.ts';
import { lastNumber } from '../sequence-store.ts';

/** Days a change is kept after a later one replaces it. */
export const changesKeptDays = 35;
const keptSeconds = changesKeptDays * 24 * 60 * 60;
/** Maximum numbers examined for one page. A key that can read few types gets short pages. */
const numbersMax = 5_000;

export type RecordState = Record<string, unknown>;

export type ChangeDoc = DocOf<typeof ChangeModel>;
export type ChangeRecord = RecordOf<ChangeDoc>;

export const ChangeModel = defineModel(
  'Change',
  'changes',
  stored({
    workspaceId: string,
    /** Assigned after the commit of the change, in the transaction that stores this. */
    number,
    type: stringOf<ChangeType>(),
    recordId: string,
    /** Contact that it is about, so that merging and erasing cover it. */
    contactId: optional(string),
    at: date,
    /** Null if the record was deleted. */
    after: nullable(object<RecordState>()),
    /** Former values of the members that changed. Null for the first change of a record in the feed. */
    was: nullable(object<RecordState>()),
    /** The last change of a record holds its state for the next one, so it does not expire. */
    isLatest: optional(boolean),
    replacedAt: optional(date),
  })
    .index({ workspaceId: 1, number: 1 }, { unique: true })
    .index({ workspaceId: 1, recordId: 1, number: 1 })
    .index({ workspaceId: 1, contactId: 1 })
    .index({ workspaceId: 1, recordId: 1 }, { unique: true, partialFilterExpression: { isLatest: true } })
    .index({ replacedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export interface ChangePage {
  changes: ChangeRecord[];
  /** Number up to which there are no further changes. */
  upTo: number;
}

/** Changes of these types after a number, in order. */
export async function listStoredChanges(
  workspaceId: string,
  types: readonly ChangeType[],
  { after, limit }: { after: number; limit: number },
): Promise<ChangePage> {
  const upTo = Math.min(await lastNumber(workspaceId), after + numbersMax);
  const found = await ChangeModel.find({ workspaceId, number: { $gt: after, $lte: upTo }, type: { $in: [...types] } })
    .sort({ number: 1 })
    .limit(limit)
    .lean<ChangeDoc[]>();
  const changes = found.map(toRecord);
  return { changes, upTo: changes.length < limit ? upTo : changes.at(-1)!.number };
}

/** Removes what the feed tells about a record. */
export async function forgetChangesOf(workspaceId: string, recordId: string): Promise<void> {
  await ChangeModel.deleteMany({ workspaceId, recordId });
}
