import { type Static, Type } from 'typebox';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { type InboundOutcome, receiveMail } from '../../engine/replies/receive-mail.ts';
import { AppError } from '../../errors/errors.ts';
import { Described, Named, Nullable, OneOf } from '../../schema/schema.ts';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';
import { findReply } from '../../store/replies/reply-store.ts';
import { ReplyView, toReplyView } from '../replies/reply-view.ts';

const id = Nullable(Type.String());

/** Outcome of a received message. */
export const SandboxOutcome = Named(
  'SandboxOutcome',
  Type.Object({
    kind: OneOf(['reply', 'bounce', 'complaint', 'own', 'ignored'], {
      description: 'How it was interpreted. own: written by a mailbox of the workspace. ignored: it changed nothing.',
    }),
    replyId: Described(id, 'Reply as which it was stored.'),
    messageId: Described(id, 'Sent message that it is about.'),
    reply: Nullable(Described(ReplyView, 'The stored reply.')),
  }),
);
export type SandboxOutcome = Static<typeof SandboxOutcome>;

/** Processes a raw message as if it had arrived over IMAP. */
export async function takeIn(raw: Buffer, mailboxId: string | null, ctx: ActionContext): Promise<InboundOutcome> {
  return receiveMail({ workspaceId: ctx.workspaceId, mailboxId }, raw, ctx);
}

export async function describeOutcome(outcome: InboundOutcome, ctx: ActionContext) {
  const reply = outcome.kind === 'reply' ? await findReply(ctx.workspaceId, outcome.replyId) : null;
  const messageId = outcome.kind === 'reply' ? (reply?.messageId ?? null) : (outcome.messageId ?? null);
  const data = { kind: outcome.kind, replyId: reply?.id ?? null, messageId, reply: reply && toReplyView(reply) };
  return { data, summary: summaryOf(data) };
}

function summaryOf({ kind, reply }: SandboxOutcome): string {
  if (kind === 'ignored') return 'The message was processed and changed nothing.';
  if (kind === 'own') return 'The message was processed as one sent from your own mailbox.';
  if (reply === null) return `The message was processed as a ${kind}.`;
  return `The message was processed as a reply: ${reply.class}.`;
}

/** Sent message of the workspace. Only sent messages can get a reply or bounce. */
export async function requireSent(messageId: string, ctx: ActionContext): Promise<MessageRecord> {
  const message = await findMessage(ctx.workspaceId, messageId);
  if (message === null) throw new AppError('not_found', 'There is no such message.');
  if (message.sentAt === null) {
    throw new AppError('invalid_state', `The message is ${message.state}. No one has received it yet.`);
  }
  return message;
}
