import { cutText } from '@outbound/node-service/text/cut-text';
import { findContacts } from '../../store/contacts/contact-store.ts';
import { findNextReply, findReplyTexts } from '../../store/replies/inbox-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';

const snippetLength = 140;

/** First line of each reply, shortened. */
export async function snippetsOf(workspaceId: string, replyIds: readonly string[]): Promise<Map<string, string>> {
  const texts = await findReplyTexts(workspaceId, replyIds);
  return new Map(texts.map(({ id, bodyText }) => [id, snippetOf(bodyText)]));
}

interface Sender {
  fromName: string;
  contactId: string | null;
}

/** Names of senders who gave none, from their contacts. */
export async function namesOfSenders(workspaceId: string, replies: readonly Sender[]): Promise<Map<string, string>> {
  const nameless = replies.flatMap(({ fromName, contactId }) => (fromName === '' && contactId ? [contactId] : []));
  if (nameless.length === 0) return new Map();
  const found = await findContacts(workspaceId, [...new Set(nameless)]);
  return new Map(found.map(({ id, firstName, lastName }) => [id, [firstName, lastName].filter(Boolean).join(' ')]));
}

/** Replies before and after this one, for navigation. */
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

/** Omits quoted lines. */
function snippetOf(bodyText: string): string {
  const own = bodyText.split('\n').filter((line) => !line.startsWith('>'));
  return cutText(own.join(' ').replace(/\s+/g, ' ').trim(), snippetLength);
}
