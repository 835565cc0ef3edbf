import type { CompanyDoc } from '../companies/company-model.ts';
import type { ContactDoc } from '../contacts/contact-model.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { choice, date, object, objects, optional, string, withDefault } from '../documents/paths.ts';
import { changedTypes, changeSetDays } from '../events/changes/change-set-store.ts';
import type { MovedReferences, RemovedDocuments } from './moved-references.ts';

const keptSeconds = changeSetDays * 24 * 60 * 60;

/** Contact of a merged company, with the company details that it had. */
export interface MovedContact {
  id: string;
  companyName?: string;
  companyDomain?: string;
}

/** Record that was merged into another one, with everything that undoing the merge needs. It has the record's ID. */
export type MergedDoc = DocOf<typeof MergedModel>;
export type MergedRecord = RecordOf<MergedDoc>;

export const MergedModel = defineModel(
  'MergedRecord',
  'merged_records',
  stored({
    workspaceId: string,
    type: choice(changedTypes),
    keptId: string,
    /** Contact it was merged into, so that erasing the person covers it. */
    contactId: optional(string),
    email: optional(string),
    record: object<ContactDoc | CompanyDoc>(),
    /** Members of the kept record that the merge changed. Null: absent. */
    before: object<Record<string, unknown>>(),
    after: object<Record<string, unknown>>(),
    moved: withDefault(objects<MovedReferences>(), []),
    removed: withDefault(objects<RemovedDocuments>(), []),
    /** For a company: contacts that were linked to it. */
    contacts: withDefault(objects<MovedContact>(), []),
    mergedAt: date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, contactId: 1 }, { partialFilterExpression: { contactId: { $exists: true } } })
    .index({ workspaceId: 1, email: 1 }, { partialFilterExpression: { email: { $exists: true } } })
    .index({ mergedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export async function insertMerged(merged: MergedDoc): Promise<void> {
  await deleteMerged(merged.workspaceId, [merged._id]);
  await insertDocuments(MergedModel, [merged]);
}

export async function findMerged(workspaceId: string, ids: readonly string[]): Promise<MergedRecord[]> {
  const found = await MergedModel.find({ workspaceId, _id: { $in: [...ids] } })
    .limit(ids.length)
    .lean<MergedDoc[]>();
  return found.map(toRecord);
}

export async function deleteMerged(workspaceId: string, ids: readonly string[]): Promise<void> {
  await MergedModel.deleteMany({ workspaceId, _id: { $in: [...ids] } });
}
