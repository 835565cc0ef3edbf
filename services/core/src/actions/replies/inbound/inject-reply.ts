import { randomUUID } from 'node:crypto';
import { composeMail } from '../../../mail/compose-mail.ts';
import { findMessage } from '../../../store/campaigns/message-store.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { type InboundOutcome, receiveMail } from './receive-mail.ts';

export interface InjectedReply {
  workspaceId: string;
  /** The message of ours that is answered; without it the sender's address decides. */
  messageId?: string;
  from: string;
  fromName?: string;
  subject: string;
  text: string;
  /** E.g. Auto-Submitted, to play an absence notice. */
  headers?: Record<string, string>;
}

/** An answer as the recipient would send it: made into a raw message and taken in like any mail that IMAP brings. */
export const injectReply = async (reply: InjectedReply, deps: InboundDeps): Promise<InboundOutcome> => {
  const { workspaceId, messageId } = reply;
  const message = messageId === undefined ? null : await findMessage(workspaceId, messageId);
  const raw = await composeMail({
    from: { name: reply.fromName ?? '', address: reply.from },
    replyTo: null,
    to: 'outreach@sandbox.example',
    subject: reply.subject,
    bodyText: reply.text,
    bodyHtml: null,
    messageIdHeader: `<${randomUUID()}@sandbox.example>`,
    inReplyTo: message?.messageIdHeader ?? null,
    references: message === null ? [] : [...message.references, message.messageIdHeader],
    headers: reply.headers ?? {},
    date: deps.now(),
  });
  return receiveMail({ workspaceId, mailboxId: message?.mailboxId ?? null }, raw, deps);
};
