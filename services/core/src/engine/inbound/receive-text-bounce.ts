import { originalMessageId } from '../../domain/mail/delivery-status.ts';
import { readTextBounce } from '../../domain/replies/text-bounce.ts';
import type { InboundMail } from '../../mail/read-mail.ts';
import type { MessageRecord } from '../../store/campaigns/message-store.ts';
import { findLastSentTo, findMessagesByHeader } from '../../store/message-thread-store.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { type ReportOutcome, settleBounce } from './receive-report.ts';

/** Longer ago than this, a notice in words that names only the address is not about that message. */
const bouncesWithinMs = 14 * 86_400_000;

/** The message of ours that a bounce in words is about: by the returned Message-ID, else by the address that it names. */
export async function matchTextBounce(
  workspaceId: string,
  { bodyText }: InboundMail,
  now: Date,
): Promise<MessageRecord | null> {
  const header = originalMessageId(bodyText);
  const [returned] = header === null ? [] : await findMessagesByHeader(workspaceId, [header]);
  if (returned) return returned;
  for (const recipient of readTextBounce(bodyText).recipients) {
    const message = await findLastSentTo(workspaceId, recipient);
    const sentAt = message?.sentAt?.getTime() ?? 0;
    if (message !== null && now.getTime() - sentAt < bouncesWithinMs) return message;
  }
  return null;
}

/** Takes in a bounce without a machine-readable part; null when it is about nothing that we sent. */
export async function receiveTextBounce(
  workspaceId: string,
  mail: InboundMail,
  deps: InboundDeps,
): Promise<ReportOutcome | null> {
  const message = await matchTextBounce(workspaceId, mail, deps.now());
  if (message === null) return null;
  const { type, diagnostic } = readTextBounce(mail.bodyText);
  if (type === null) return { kind: 'ignored', messageId: message.id };
  return settleBounce(message, type, diagnostic, deps);
}
