import { countNaming } from '../../store/erasure/contact-traces-store.ts';

/** Number of records of each kind about a contact, up to 10,000. */
export function countsAboutContact(workspaceId: string, contactId: string): ReturnType<typeof countNaming> {
  return countNaming(workspaceId, contactId);
}
