import { randomUUID } from 'node:crypto';
import { findMessage } from '../../store/messages/message-store.ts';
import { composeMail } from '../../transport/messages/compose-mail.ts';
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
  html?: string;
  /** E.g. Auto-Submitted, to play an absence notice. */
  headers?: Record<string, string>;
  /** The left half of its Message-ID: the same one is taken in once. */
  id?: string;
}

/** An answer as the recipient would send it, as a raw message. */
export async function composeReply(reply: InjectedReply, now: Date): Promise<Buffer> {
  const { workspaceId, messageId } = reply;
  const message = messageId === undefined ? null : await findMessage(workspaceId, messageId);
  return composeMail({
    from: { name: reply.fromName ?? '', address: reply.from },
    replyTo: null,
    to: 'outreach@sandbox.example',
    subject: reply.subject,
    bodyText: reply.text,
    bodyHtml: reply.html ?? null,
    messageIdHeader: `<${reply.id ?? randomUUID()}@sandbox.example>`,
    inReplyTo: message?.messageIdHeader ?? null,
    references: message === null ? [] : [...message.references, message.messageIdHeader],
    headers: reply.headers ?? {},
    date: now,
  });
}

/** Made into a raw message and taken in like any mail that IMAP brings. */
export async function injectReply(reply: InjectedReply, deps: InboundDeps): Promise<InboundOutcome> {
  const { workspaceId, messageId } = reply;
  const message = messageId === undefined ? null : await findMessage(workspaceId, messageId);
  const raw = await composeReply(reply, deps.now());
  return receiveMail({ workspaceId, mailboxId: message?.mailboxId ?? null }, raw, deps);
}
