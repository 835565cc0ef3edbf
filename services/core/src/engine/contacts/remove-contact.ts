import { changeContactCount } from '../../store/companies/company-store.ts';
import { type ContactRecord, deleteContact } from '../../store/contacts/contact-store.ts';
import { changeMemberCount } from '../../store/lists/list-store.ts';

/** Deletes the contact and updates the counts that include it. One in the trash is in no count. Call inside `run`. */
export async function removeContact(contact: ContactRecord, { workspaceId }: { workspaceId: string }): Promise<void> {
  if (!(await deleteContact(workspaceId, contact.id))) return;
  await changeMemberCount(workspaceId, contact.listIds, -1);
  if (contact.companyId !== undefined) await changeContactCount(workspaceId, contact.companyId, -1);
}
