import { isGenuine, readUnsubscribeToken } from '../../domain/suppressions/unsubscribe-token.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';
import { linkKey } from '../../store/secrets/store-keys.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { suppressPerson } from './suppress-person.ts';

/** Message whose recipient has the link, and its sender. */
export interface LinkTarget {
  message: MessageRecord;
  sender: string;
}

/** Target of a link of any age. Null if the link is not ours. */
export async function findLinkTarget(token: string): Promise<LinkTarget | null> {
  const read = readUnsubscribeToken(token);
  if (read === null) return null;
  const message = await findMessage(read.workspaceId, read.messageId);
  const workspace = await findWorkspace(read.workspaceId);
  if (message === null || workspace === null || !isGenuine(read, linkKey(), message.linkMac)) return null;
  return { message, sender: workspace.settings.senderName || workspace.name };
}

export function unsubscribe(message: MessageRecord, deps: { now: () => Date }) {
  const { workspaceId, to, contactId, enrollmentId, id } = message;
  const person = { address: to, contactId, enrollmentId, reason: 'unsubscribe', source: id } as const;
  return inTransaction(() => suppressPerson(workspaceId, person, deps));
}
