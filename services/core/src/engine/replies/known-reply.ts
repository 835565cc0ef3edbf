import { hash } from 'node:crypto';
import { findReplyByHeader, type ReplyRecord } from '../../store/replies/reply-store.ts';
import type { InboundMail } from '../../transport/messages/read-mail.ts';

interface Identity {
  /** What the mail is stored under. */
  messageIdHeader: string;
  /** The reply that it is already, when it was received before. */
  known: ReplyRecord | null;
}

/** What a mail is known by when its Message-ID says nothing: SHA-256 of all its bytes, in hex. */
export function digestOfMail(raw: Buffer): string {
  return hash('sha256', raw, 'hex');
}

/** Some programs give the same Message-ID to the messages of several people, or none: those are distinguished by their bytes. */
export async function identifyMail(
  workspaceId: string,
  { messageIdHeader, from }: Pick<InboundMail, 'messageIdHeader' | 'from'>,
  digest: string,
): Promise<Identity> {
  const isTheirs = (reply: ReplyRecord | null) => reply === null || reply.fromAddress === from.address;
  const byId = messageIdHeader === null ? null : await findReplyByHeader(workspaceId, messageIdHeader);
  if (messageIdHeader !== null && isTheirs(byId)) return { messageIdHeader, known: byId };
  const ownHeader = `<${digest}@received.invalid>`;
  return { messageIdHeader: ownHeader, known: await findReplyByHeader(workspaceId, ownHeader) };
}
