import { ContactModel } from '../contacts/contact-model.ts';

/** Maximum number of contacts changed in one request. */
export const linkedMax = 10_000;

/** Detaches the contacts of a company, which keep their own company details. Returns their IDs. */
export async function unlinkContacts(workspaceId: string, companyId: string, now: Date): Promise<string[]> {
  const contactIds = await findContactIdsOf(workspaceId, companyId, linkedMax);
  await ContactModel.updateMany(
    { workspaceId, companyId },
    { $unset: { companyId: '' }, $set: { updatedAt: now }, $inc: { version: 1 } },
  );
  return contactIds;
}

/** Links these contacts to a company, unless they have one. Returns the IDs of those that were linked. */
export async function linkContacts(
  workspaceId: string,
  companyId: string,
  contactIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const free = { workspaceId, _id: { $in: [...contactIds] }, companyId: { $exists: false } };
  const found = await ContactModel.find(free, { _id: 1 }).limit(linkedMax).lean();
  const ids = found.map(({ _id }) => _id);
  await ContactModel.updateMany(
    { workspaceId, _id: { $in: ids } },
    { $set: { companyId, updatedAt: now }, $inc: { version: 1 } },
  );
  return ids;
}

export async function findContactIdsOf(workspaceId: string, companyId: string, limit: number): Promise<string[]> {
  const found = await ContactModel.find({ workspaceId, companyId }, { _id: 1 }).sort({ _id: -1 }).limit(limit).lean();
  return found.map(({ _id }) => _id);
}
