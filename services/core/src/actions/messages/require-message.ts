import { AppError, notFound } from '../../errors.ts';
import { findMessage, type MessageRecord } from '../../store/campaigns/message-store.ts';
import type { ActionContext } from '../action-context.ts';

export const requireMessage = async (messageId: string, ctx: ActionContext): Promise<MessageRecord> => {
  const message = await findMessage(ctx.workspaceId, messageId);
  if (message === null) throw notFound('message', messageId);
  return message;
};

/** Answers and forwards have actions of their own, which know the thread. */
export const requireOwnMessage = async (messageId: string, ctx: ActionContext): Promise<MessageRecord> => {
  const message = await requireMessage(messageId, ctx);
  if (message.kind === 'campaign' || message.kind === 'single') return message;
  throw new AppError('invalid_state', `It is an ${message.kind}: use edit_answer, approve_answer or dismiss_reply.`);
};
