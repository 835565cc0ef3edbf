import { type ContactChanges, updateContactFields } from '../../store/contacts/contact-store.ts';
import { addEvent } from '../../store/events/event-store.ts';

/** Changes a contact because of a message and emits an event, as for any other change. Call inside a transaction. */
export async function changeContact(
  workspaceId: string,
  contactId: string,
  changes: ContactChanges,
  now: Date,
): Promise<void> {
  const changed = await updateContactFields(workspaceId, contactId, changes, now);
  if (changed === null) return;
  await addEvent(workspaceId, 'contact.updated', contactId, { contactId, fields: Object.keys(changes) }, now);
}
