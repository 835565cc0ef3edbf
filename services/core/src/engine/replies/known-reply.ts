import { hash } from 'node:crypto';
import { newestText } from '../../domain/replies/text/newest-text.ts';
import { findReplyByHeader, type ReplyRecord } from '../../store/replies/reply-store.ts';
import type { InboundMail } from '../../transport/received/read-mail.ts';

interface Identity {
  /** Message-ID that the mail is stored under. */
  messageIdHeader: string;
  /** Stored reply, if the mail was received before. */
  known: ReplyRecord | null;
}

/** Identifies a mail with an unusable Message-ID: SHA-256 of all its bytes, in hex. */
export function digestOfMail(raw: Buffer): string {
  return hash('sha256', raw, 'hex');
}

/**
 * Some programs reuse a Message-ID for several messages of one or more people, or omit it. A mail is the same only if
 * it has the same writer and text. Otherwise, its bytes identify it.
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

/**
 * True if the writer's own text is the same. Ignores line wrapping and text appended by mailing lists. An empty stored
 * text was erased.
 */
function isSameText(stored: string, received: string): boolean {
  const [one, other] = [stored, received].map((text) => newestText(text).replace(/[^\p{L}\p{N}]+/gu, ''));
  return one === other || stored === '';
}
