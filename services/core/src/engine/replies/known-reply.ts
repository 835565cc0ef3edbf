import { hash } from 'node:crypto';
import { newestText } from '../../domain/replies/text/newest-text.ts';
import { findReplyByHeader, type ReplyRecord } from '../../store/replies/reply-store.ts';
import type { InboundMail } from '../../transport/received/read-mail.ts';

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

/**
 * Some programs give the same Message-ID to several messages, of one person or of many, or none. It is the same mail only
 * from the same person with the same words; otherwise its bytes identify it.
 */
export async function identifyMail(
  workspaceId: string,
  { messageIdHeader, from, bodyText }: Pick<InboundMail, 'messageIdHeader' | 'from' | 'bodyText'>,
  digest: string,
): Promise<Identity> {
  const byId = messageIdHeader === null ? null : await findReplyByHeader(workspaceId, messageIdHeader);
  const isSame = byId === null || (byId.fromAddress === from.address && isSameText(byId.bodyText, bodyText));
  if (messageIdHeader !== null && isSame) return { messageIdHeader, known: byId };
  const ownHeader = `<${digest}@received.invalid>`;
  return { messageIdHeader: ownHeader, known: await findReplyByHeader(workspaceId, ownHeader) };
}

/** The same words of the writer; what a list appends, and how lines are wrapped, may differ. An empty one was erased. */
function isSameText(stored: string, received: string): boolean {
  const [one, other] = [stored, received].map((text) => newestText(text).replace(/[^\p{L}\p{N}]+/gu, ''));
  return one === other || stored === '';
}
