import { MessageModel } from './message-model.ts';

interface Sent {
  contactId: string;
  mailboxId: string;
}

const perContactMax = 100;

/** Mailboxes that have emailed each of these contacts. */
export async function findMailboxesOfContacts(
  workspaceId: string,
  contactIds: string[],
): Promise<Map<string, string[]>> {
  const found = await MessageModel.find(
    { workspaceId, contactId: { $in: contactIds }, sentAt: { $ne: null } },
    { contactId: 1, mailboxId: 1 },
  )
    .limit(contactIds.length * perContactMax)
    .lean<Sent[]>();
  const byContact = Map.groupBy(found, ({ contactId }) => contactId);
  return new Map([...byContact].map(([id, sent]) => [id, [...new Set(sent.map(({ mailboxId }) => mailboxId))]]));
}

/** Contacts that one of these mailboxes has emailed. Null if there are more than `max` messages. */
export async function findContactIdsOfMailboxes(
  workspaceId: string,
  mailboxIds: string[],
  max: number,
): Promise<string[] | null> {
  const found = await MessageModel.find(
    { workspaceId, mailboxId: { $in: mailboxIds }, sentAt: { $ne: null } },
    { contactId: 1 },
  )
    .limit(max + 1)
    .lean<Sent[]>();
  if (found.length > max) return null;
  return [...new Set(found.flatMap(({ contactId }) => contactId ?? []))];
}
