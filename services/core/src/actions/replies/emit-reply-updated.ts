import type { ActionContext } from '../../engine/context/action-context.ts';
import type { ReplyChanges, ReplyRecord } from '../../store/replies/reply-store.ts';

/** Call inside `run`, after the change. */
export function emitReplyUpdated(
  { id, campaignId, contactId }: ReplyRecord,
  changes: ReplyChanges,
  ctx: ActionContext,
): Promise<void> {
  return ctx.emit('reply.updated', id, { campaignId, contactId, fields: Object.keys(changes) });
}
