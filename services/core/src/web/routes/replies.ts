import { AppError } from '../../errors.ts';
import { findMessage } from '../../store/message-store.ts';
import { findReply, listReplies } from '../../store/reply-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { renderPage } from '../render-page.ts';
import type { WebRouter } from '../web-deps.ts';

const shownMax = 50;

export const replyPages = (router: WebRouter): void => {
  router.get('/app/replies', requireMember, async (ctx) => {
    const { workspace } = memberIn(ctx);
    const { items, next } = await listReplies(workspace.id, {}, { limit: shownMax, sort: '-id' });
    await renderPage(ctx, 'replies', { replies: items, hasMore: next !== null, shownMax });
  });

  router.get('/app/replies/:replyId', requireMember, async (ctx) => {
    const { workspace } = memberIn(ctx);
    const reply = await findReply(workspace.id, ctx.params.replyId!);
    if (!reply) throw new AppError('not_found', 'There is no such reply in this workspace.');
    const message = reply.messageId && (await findMessage(workspace.id, reply.messageId));
    const answer = reply.answerMessageId && (await findMessage(workspace.id, reply.answerMessageId));
    await renderPage(ctx, 'reply', { reply, message, answer });
  });
};
