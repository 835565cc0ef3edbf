import { findContacts } from '../../store/contacts/contact-store.ts';
import { findNextReply, findReplyTexts } from '../../store/replies/inbox-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';

const snippetLength = 140;

/** How each of these replies begins, on one line. */
export async function snippetsOf(workspaceId: string, replyIds: readonly string[]): Promise<Map<string, string>> {
  const texts = await findReplyTexts(workspaceId, replyIds);
  return new Map(texts.map(({ id, bodyText }) => [id, snippetOf(bodyText)]));
}

interface Sender {
  fromName: string;
  contactId: string | null;
}

/** By contact: the names of those who wrote without one. */
export async function namesOfSenders(workspaceId: string, replies: readonly Sender[]): Promise<Map<string, string>> {
  const nameless = replies.flatMap(({ fromName, contactId }) => (fromName === '' && contactId ? [contactId] : []));
  if (nameless.length === 0) return new Map();
  const found = await findContacts(workspaceId, [...new Set(nameless)]);
  return new Map(found.map(({ id, firstName, lastName }) => [id, [firstName, lastName].filter(Boolean).join(' ')]));
}

/** Where the reader goes on from a reply: the one that came after it and the one before. */
export async function neighboursOf({
  workspaceId,
  id,
  receivedAt,
}: Pick<ReplyRecord, 'workspaceId' | 'id' | 'receivedAt'>) {
  const here = { id, receivedAt };
  const [newer, older] = await Promise.all([
    findNextReply(workspaceId, here, 'newer'),
    findNextReply(workspaceId, here, 'older'),
  ]);
  return { newer, older };
}

/** Without what it quotes. */
function snippetOf(bodyText: string): string {
  const own = bodyText.split('\n').filter((line) => !line.startsWith('>'));
  return own.join(' ').replace(/\s+/g, ' ').trim().slice(0, snippetLength);
}
