import { automaticClasses } from '../../domain/campaigns/automatic-classes.ts';
import { plainName } from '../../domain/text/plain-text.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Id } from '../../schema/schema.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { findRepliesFrom, findReply, type ReplyRecord } from '../../store/replies/reply-store.ts';
import { findReplyDraft } from './reply-view.ts';

export const replyIdInput = { replyId: Id('rpl', 'The reply.') };

export async function findOwnReply(replyId: string, ctx: ActionContext): Promise<ReplyRecord> {
  const reply = await findReply(ctx.workspaceId, replyId);
  if (reply === null) throw notFound('reply', replyId);
  checkVersion(ctx, reply);
  return reply;
}

/** Reply draft in progress. Throws `invalid_state` if the reply has no draft. */
export async function requireDraft(reply: ReplyRecord): Promise<MessageRecord> {
  const draft = await findReplyDraft(reply);
  if (draft !== null && ['draft', 'awaiting_approval'].includes(draft.state)) return draft;
  const hint = draft === null ? 'It has no draft yet. Use draft_answer first.' : hintOf(draft);
  throw new AppError('invalid_state', `Reply ${reply.id} has no answer to approve or edit. ${hint}`);
}

function hintOf({ state }: MessageRecord): string {
  if (state === 'cancelled') return 'Its answer was cancelled because the person wrote again or opted out.';
  if (state === 'skipped' || state === 'failed') return 'Its answer could not be sent. Use draft_answer again.';
  return 'Its answer was already approved.';
}

/** Newer replies since the draft was created, which may make the draft out of date. */
export async function newerReplies(
  { workspaceId, id, fromAddress, contactId }: ReplyRecord,
  { createdAt }: MessageRecord,
): Promise<ReplyRecord[]> {
  const all = await findRepliesFrom(workspaceId, fromAddress, contactId);
  return all.filter(
    (other) => other.id > id && other.receivedAt >= createdAt && !automaticClasses.includes(other.class),
  );
}

export function senderOf(reply: ReplyRecord): string {
  return plainName(reply.fromName) ?? reply.fromAddress;
}
