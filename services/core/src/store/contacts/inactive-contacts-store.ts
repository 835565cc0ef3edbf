import { toRecord } from '../documents/define-model.ts';
import { ContactModel, type ContactRecord } from './contact-model.ts';

/** Contacts without activity since the given time, oldest first. Each message, reply, or change updates `updatedAt`. */
export async function findInactiveContacts(
  workspaceId: string,
  since: Date,
  { limit, contactId }: { limit: number; contactId?: string },
): Promise<ContactRecord[]> {
  const where = { workspaceId, updatedAt: { $lt: since }, ...(contactId !== undefined && { _id: contactId }) };
  const found = await ContactModel.find(where).sort({ updatedAt: 1, _id: 1 }).limit(limit).lean();
  return found.map(toRecord);
}

const countedMax = 10_000;

/** Number of inactive contacts, up to 10,000. */
export function countInactiveContacts(workspaceId: string, since: Date): Promise<number> {
  return ContactModel.countDocuments({ workspaceId, updatedAt: { $lt: since } }).limit(countedMax);
}
