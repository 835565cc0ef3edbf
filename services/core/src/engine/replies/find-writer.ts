import { isNoReplyAddress } from '../../domain/replies/mail-sender.ts';
import { findContactByEmail } from '../../store/contacts/contact-store.ts';
import { findMailboxByAddress } from '../../store/mailboxes/mailbox-store.ts';
import { findLastSentTo } from '../../store/messages/message-thread-store.ts';
import type { MailPerson } from '../../transport/received/mail-people.ts';
import type { InboundMail } from '../../transport/received/read-mail.ts';

const authorsMax = 5;

/**
 * The person who wrote a mail. From is theirs if we know it. Forms, groups, and help desks put their own address there
 * and the person's into Reply-To (RFC 5322 section 3.6.2) or into a header that keeps the author. Those count if From
 * is unknown, ours, or does not accept replies.
 */
export async function findWriter(workspaceId: string, mail: InboundMail): Promise<MailPerson> {
  const { from, replyTo, authors } = mail;
  const isOurs = async (address: string) => (await findMailboxByAddress(workspaceId, address)) !== null;
  const isFromOurs = await isOurs(from.address);
  const isStandIn = isFromOurs || isNoReplyAddress(from.address);
  if (!isFromOurs && (await isKnown(workspaceId, from.address))) return from;
  const others = [...(replyTo === null ? [] : [replyTo]), ...authors.map((address) => ({ address, name: '' }))];
  for (const other of others.slice(0, authorsMax)) {
    if (other.address === from.address || (await isOurs(other.address))) continue;
    if (await isKnown(workspaceId, other.address)) return { address: other.address, name: other.name || from.name };
  }
  const isAnswerable = replyTo !== null && !isNoReplyAddress(replyTo.address) && !(await isOurs(replyTo.address));
  return isStandIn && isAnswerable ? replyTo : from;
}

/** True for someone we emailed, and for a contact. */
async function isKnown(workspaceId: string, address: string): Promise<boolean> {
  if ((await findLastSentTo(workspaceId, address)) !== null) return true;
  return (await findContactByEmail(workspaceId, address)) !== null;
}
