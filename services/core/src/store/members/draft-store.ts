import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, number, objects, string } from '../documents/paths.ts';
import { isDuplicateKey } from '../documents/transaction.ts';

const keptSeconds = 30 * 24 * 60 * 60;
export const draftsMax = 200;

/** One field of a form, as it was typed. */
export interface DraftField {
  name: string;
  text: string;
}

/** Text that a member has typed into a form of the application and not saved yet. */
export type DraftDoc = DocOf<typeof DraftModel>;
export type Draft = Pick<DraftDoc, 'subject' | 'fields' | 'version' | 'savedAt'>;

const DraftModel = defineModel(
  'Draft',
  'drafts',
  stored({
    workspaceId: string,
    userId: string,
    /** The form: its path, which names the record. */
    subject: string,
    fields: objects<DraftField>(),
    /** Grows with each change, so that a window notices the text of another one. */
    version: number,
    savedAt: date,
  })
    .index({ workspaceId: 1, userId: 1, subject: 1 })
    .index({ savedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

const after = { returnDocument: 'after' } as const;

interface Owner {
  workspaceId: string;
  userId: string;
}

function idOf({ workspaceId, userId }: Owner, subject: string): string {
  return `${workspaceId} ${userId} ${subject}`;
}

export function listDrafts({ workspaceId, userId }: Owner, subjects: string[]): Promise<Draft[]> {
  return DraftModel.find({ workspaceId, userId, subject: { $in: subjects } })
    .limit(draftsMax)
    .lean<Draft[]>();
}

/** Number of drafts of the member, up to the limit. */
export function countDrafts({ workspaceId, userId }: Owner): Promise<number> {
  return DraftModel.countDocuments({ workspaceId, userId }).limit(draftsMax);
}

/** Saves the text if the member's other windows have saved nothing since `version`. Returns the stored draft. */
export async function saveDraft(
  owner: Owner,
  { subject, fields, version }: Pick<Draft, 'subject' | 'fields' | 'version'>,
  now: Date,
): Promise<{ draft: Draft; isSaved: boolean }> {
  const { workspaceId, userId } = owner;
  const _id = idOf(owner, subject);
  const changes = { fields, version: version + 1, savedAt: now };
  const changed = await DraftModel.findOneAndUpdate({ _id, workspaceId, version }, { $set: changes }, after).lean();
  if (changed !== null) return { draft: changed, isSaved: true };
  try {
    await DraftModel.create([{ _id, workspaceId, userId, subject, ...changes }]);
    return { draft: { subject, ...changes }, isSaved: true };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const other = await DraftModel.findOne({ _id, workspaceId }).lean();
  // It was saved or discarded at this moment.
  if (other === null) return saveDraft(owner, { subject, fields, version: 0 }, now);
  return { draft: other, isSaved: false };
}

/** Removes the draft unless another window has changed it since. */
export async function removeDraft(owner: Owner, subject: string, version: number): Promise<void> {
  await DraftModel.deleteOne({ _id: idOf(owner, subject), workspaceId: owner.workspaceId, version });
}

/** Removes the drafts of a member who leaves. */
export async function removeDraftsOf({ workspaceId, userId }: Owner): Promise<void> {
  await DraftModel.deleteMany({ workspaceId, userId });
}

/** Removes drafts on forms of this record. */
export async function removeDraftsAbout(workspaceId: string, recordId: string): Promise<void> {
  await DraftModel.deleteMany({ workspaceId, subject: new RegExp(recordId) });
}
