import { notFound } from '../../errors.ts';
import { findMessage, type MessageRecord } from '../../store/message-store.ts';
import type { ActionContext } from '../action-context.ts';

export const requireMessage = async (messageId: string, ctx: ActionContext): Promise<MessageRecord> => {
  const message = await findMessage(ctx.workspaceId, messageId);
  if (message === null) throw notFound('message', messageId);
  return message;
};
