import { AppError, notFound } from '../../errors.ts';
import type { MessageRecord } from '../../store/campaigns/message-store.ts';
import { findReply, type ReplyRecord } from '../../store/mail/reply-store.ts';
import type { ActionContext } from '../action-context.ts';
import { checkVersion } from '../check-version.ts';
import { Id } from '../schema.ts';
import { findAnswer } from './reply-view.ts';

export const replyIdInput = { replyId: Id('rpl', 'The reply.') };

export const findOwnReply = async (replyId: string, ctx: ActionContext): Promise<ReplyRecord> => {
  const reply = await findReply(ctx.workspaceId, replyId);
  if (reply === null) throw notFound('reply', replyId);
  checkVersion(ctx, reply);
  return reply;
};

/** The answer that is still being written; `invalid_state` when there is none. */
export const requireDraft = async (reply: ReplyRecord): Promise<MessageRecord> => {
  const answer = await findAnswer(reply);
  if (answer !== null && ['draft', 'awaiting_approval'].includes(answer.state)) return answer;
  const hint =
    answer === null ? 'It has no draft yet: use draft_answer first.' : 'Its answer has been approved already.';
  throw new AppError('invalid_state', `Reply ${reply.id} has no answer to approve or edit. ${hint}`);
};

export const senderOf = (reply: ReplyRecord): string => reply.fromName || reply.fromAddress;
