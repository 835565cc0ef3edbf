import type { RecordDelta } from '../../../domain/contacts/changes/record-delta.ts';
import type { Actor } from '../../../domain/members/actor.ts';
import { newId } from '../../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../../documents/define-model.ts';
import { findPage } from '../../documents/find-page.ts';
import { createRecord, insertDocuments } from '../../documents/insert-documents.ts';
import { choice, date, nullable, number, object, optional, string, withDefault } from '../../documents/paths.ts';

export const changeSetDays = 30;
const keptSeconds = changeSetDays * 24 * 60 * 60;

export const changedTypes = ['contact', 'company'] as const;
export type ChangedType = (typeof changedTypes)[number];

/** A bulk change that can be undone. Its records hold the former values. */
export type ChangeSetDoc = DocOf<typeof ChangeSetModel>;
export type ChangeSetRecord = RecordOf<ChangeSetDoc>;

export const ChangeSetModel = defineModel(
  'ChangeSet',
  'change_sets',
  stored({
    workspaceId: string,
    title: string,
    /** Kind of the changed records. Absent in sets of earlier versions, which changed contacts. */
    recordType: optional(choice(changedTypes)),
    jobId: nullable(string),
    actor: object<Actor>(),
    /** Changed records so far. */
    count: withDefault(number, 0),
    /** Change set that this one reverts. */
    undoOf: nullable(string),
    /** Change set that reverts this one. */
    undoneBy: nullable(string),
    createdAt: date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

/** One contact or company of a change set. */
export type ChangedRecordDoc = DocOf<typeof ChangedRecordModel>;

export const ChangedRecordModel = defineModel(
  'ChangedRecord',
  'changed_contacts',
  stored({
    workspaceId: string,
    changeSetId: string,
    contactId: optional(string),
    companyId: optional(string),
    delta: object<RecordDelta>(),
    createdAt: date,
  })
    .index({ workspaceId: 1, changeSetId: 1, _id: 1 })
    .index({ workspaceId: 1, contactId: 1 })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export function insertChangeSet(
  workspaceId: string,
  set: Pick<ChangeSetRecord, 'title' | 'actor'> & { recordType: ChangedType; undoOf?: string },
  now: Date,
): Promise<ChangeSetRecord> {
  return createRecord(ChangeSetModel, { ...set, _id: newId('chs'), workspaceId, createdAt: now });
}

export async function findChangeSet(workspaceId: string, changeSetId: string): Promise<ChangeSetRecord | null> {
  const found = await ChangeSetModel.findOne({ workspaceId, _id: changeSetId }).lean<ChangeSetDoc>();
  return found && toRecord(found);
}

export function listStoredChangeSets(workspaceId: string, page: PageRequest): Promise<PageResult<ChangeSetRecord>> {
  return findPage(ChangeSetModel, { workspaceId }, page);
}

export async function setChangeSetJob(workspaceId: string, changeSetId: string, jobId: string): Promise<void> {
  await ChangeSetModel.updateOne({ workspaceId, _id: changeSetId }, { $set: { jobId } });
}

/** False if it has been undone already. */
export async function noteUndone(workspaceId: string, changeSetId: string, undoneBy: string): Promise<boolean> {
  const open = { workspaceId, _id: changeSetId, undoneBy: null };
  const { modifiedCount } = await ChangeSetModel.updateOne(open, { $set: { undoneBy } });
  return modifiedCount === 1;
}

export interface ChangedOne {
  recordId: string;
  delta: RecordDelta;
}

/** Adds records to a change set, in the transaction that changes them. */
export async function addChangedRecords(
  { workspaceId, type, changeSetId }: { workspaceId: string; type: ChangedType; changeSetId: string },
  changed: readonly ChangedOne[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const documents = changed.map(({ recordId, delta }) => ({
    ...(type === 'contact' ? { contactId: recordId } : { companyId: recordId }),
    delta,
    _id: newId('chc'),
    workspaceId,
    changeSetId,
    createdAt: now,
  }));
  await insertDocuments(ChangedRecordModel, documents);
  await ChangeSetModel.updateOne({ workspaceId, _id: changeSetId }, { $inc: { count: changed.length } });
}

/** Records of a change set after an ID, in the order of their changes. */
export async function findChangedRecords(
  workspaceId: string,
  changeSetId: string,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<(ChangedOne & { id: string })[]> {
  const found = await ChangedRecordModel.find({ workspaceId, changeSetId, _id: { $gt: afterId } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<ChangedRecordDoc[]>();
  return found.map(({ _id, contactId, companyId, delta }) => ({ id: _id, recordId: contactId ?? companyId!, delta }));
}
