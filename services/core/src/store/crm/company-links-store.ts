import { EnrollmentModel } from '../campaigns/enrollment-model.ts';
import { ContactModel } from './contact-model.ts';

/** Contacts changed in one request at most. */
export const linkedMax = 10_000;

/** Lets go of the contacts of a company; what they say of it stays. */
export const unlinkContacts = async (workspaceId: string, companyId: string, now: Date): Promise<void> => {
  await ContactModel.updateMany(
    { workspaceId, companyId },
    { $unset: { companyId: '' }, $set: { updatedAt: now }, $inc: { version: 1 } },
  );
};

/** Gives the contacts and enrollments of one company to another. Answers how many contacts. */
export const moveContacts = async (
  workspaceId: string,
  fromCompanyId: string,
  to: { id: string; name: string; domain?: string },
  now: Date,
): Promise<number> => {
  const company = { companyId: to.id, companyName: to.name, ...(to.domain && { companyDomain: to.domain }) };
  const moved = await ContactModel.updateMany(
    { workspaceId, companyId: fromCompanyId },
    { $set: { ...company, updatedAt: now }, $inc: { version: 1 } },
  );
  await EnrollmentModel.updateMany({ workspaceId, companyId: fromCompanyId }, { $set: { companyId: to.id } });
  return moved.modifiedCount;
};

export const findContactIdsOf = async (workspaceId: string, companyId: string, limit: number): Promise<string[]> => {
  const found = await ContactModel.find({ workspaceId, companyId }, { _id: 1 }).sort({ _id: -1 }).limit(limit).lean();
  return found.map(({ _id }) => _id);
};
