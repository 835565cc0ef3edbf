import { randomUUID } from 'node:crypto';
import { findMessage } from '../../store/messages/message-store.ts';
import { composeMail } from '../../transport/messages/compose-mail.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { type InboundOutcome, receiveMail } from './receive-mail.ts';

export interface InjectedReply {
  workspaceId: string;
  /** Message that the reply refers to. Without it, the sender's address decides. */
  messageId?: string;
  from: string;
  fromName?: string;
  subject: string;
  text: string;
  html?: string;
  /** Extra headers, such as Auto-Submitted to simulate an out-of-office reply. */
  headers?: Record<string, string>;
  /** Left half of the Message-ID. A second reply with the same ID is ignored. */
  id?: string;
}

/** Raw message of a reply, as the recipient would send it. */
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

/** Composes a raw message and receives it like mail from IMAP. */
export async function injectReply(reply: InjectedReply, deps: InboundDeps): Promise<InboundOutcome> {
  const { workspaceId, messageId } = reply;
  const message = messageId === undefined ? null : await findMessage(workspaceId, messageId);
  const raw = await composeReply(reply, deps.now());
  return receiveMail({ workspaceId, mailboxId: message?.mailboxId ?? null }, raw, deps);
}
