import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';

export async function requireMessage(messageId: string, ctx: ActionContext): Promise<MessageRecord> {
  const message = await findMessage(ctx.workspaceId, messageId);
  if (message === null) throw notFound('message', messageId);
  return message;
}

/** Rejects reply drafts and forwards. Their own actions handle the thread. */
export async function requireOwnMessage(messageId: string, ctx: ActionContext): Promise<MessageRecord> {
  const message = await requireMessage(messageId, ctx);
  if (message.kind === 'campaign' || message.kind === 'single') return message;
  throw new AppError('invalid_state', `It is an ${message.kind}. Use edit_answer, approve_answer, or dismiss_reply.`);
}
