import { plainName } from '../../domain/text/plain-text.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Id } from '../../schema/schema.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { findReply, type ReplyRecord } from '../../store/replies/reply-store.ts';
import { findReplyDraft } from './reply-view.ts';

export const replyIdInput = { replyId: Id('rpl', 'The reply.') };

export async function findOwnReply(replyId: string, ctx: ActionContext): Promise<ReplyRecord> {
  const reply = await findReply(ctx.workspaceId, replyId);
  if (reply === null) throw notFound('reply', replyId);
  checkVersion(ctx, reply);
  return reply;
}

/** The answer that is still being written; `invalid_state` when there is none. */
export async function requireDraft(reply: ReplyRecord): Promise<MessageRecord> {
  const draft = await findReplyDraft(reply);
  if (draft !== null && ['draft', 'awaiting_approval'].includes(draft.state)) return draft;
  const hint =
    draft === null ? 'It has no draft yet: use draft_answer first.' : 'Its answer has been approved already.';
  throw new AppError('invalid_state', `Reply ${reply.id} has no answer to approve or edit. ${hint}`);
}

export function senderOf(reply: ReplyRecord): string {
  return plainName(reply.fromName) ?? reply.fromAddress;
}
