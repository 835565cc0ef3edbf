import { EnrollmentModel } from '../campaigns/enrollment-model.ts';
import { ContactModel } from '../contacts/contact-model.ts';

/** Contacts changed in one request at most. */
export const linkedMax = 10_000;

/** Lets go of the contacts of a company; what they say of it stays. Returns their ids. */
export async function unlinkContacts(workspaceId: string, companyId: string, now: Date): Promise<string[]> {
  const contactIds = await findContactIdsOf(workspaceId, companyId, linkedMax);
  await ContactModel.updateMany(
    { workspaceId, companyId },
    { $unset: { companyId: '' }, $set: { updatedAt: now }, $inc: { version: 1 } },
  );
  return contactIds;
}

/** Gives the contacts and enrollments of one company to another. Returns the ids of the contacts. */
export async function moveContacts(
  workspaceId: string,
  fromCompanyId: string,
  to: { id: string; name: string; domain?: string },
  now: Date,
): Promise<string[]> {
  const contactIds = await findContactIdsOf(workspaceId, fromCompanyId, linkedMax);
  const company = { companyId: to.id, companyName: to.name, ...(to.domain && { companyDomain: to.domain }) };
  await ContactModel.updateMany(
    { workspaceId, companyId: fromCompanyId },
    { $set: { ...company, updatedAt: now }, $inc: { version: 1 } },
  );
  await EnrollmentModel.updateMany({ workspaceId, companyId: fromCompanyId }, { $set: { companyId: to.id } });
  return contactIds;
}

export async function findContactIdsOf(workspaceId: string, companyId: string, limit: number): Promise<string[]> {
  const found = await ContactModel.find({ workspaceId, companyId }, { _id: 1 }).sort({ _id: -1 }).limit(limit).lean();
  return found.map(({ _id }) => _id);
}
