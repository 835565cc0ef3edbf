import { originalMessageId } from '../../domain/replies/delivery-status.ts';
import { readTextBounce } from '../../domain/replies/text-bounce.ts';
import { reportedFault } from '../../domain/sending/reported-fault.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { findMessagesByHeader } from '../../store/messages/message-thread-store.ts';
import type { InboundMail } from '../../transport/messages/read-mail.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { byRecipient } from './match-mail.ts';
import { type ReportOutcome, settleBounce } from './receive-report.ts';

/** The message of ours that a bounce in words is about: by the returned Message-ID, else by the address that it names. */
export async function matchTextBounce(
  workspaceId: string,
  { bodyText }: InboundMail,
  now: Date,
): Promise<MessageRecord | null> {
  const header = originalMessageId(bodyText);
  const [returned] = header === null ? [] : await findMessagesByHeader(workspaceId, [header]);
  if (returned) return returned;
  return byRecipient(workspaceId, readTextBounce(bodyText).recipients, now);
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
  const fault = reportedFault({ status: null, diagnostic });
  return settleBounce(message, { fault, bounceType: type, diagnostic }, deps);
}
