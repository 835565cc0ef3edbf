import { draftAnswer } from '../../actions/replies/draft-answer.ts';
import { AppError } from '../../errors.ts';
import { findMessage } from '../../store/campaigns/message-store.ts';
import { findReply, listReplies } from '../../store/mail/reply-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { emptyForm, type FormState, formStateAfter } from '../form-state.ts';
import { performAction } from '../perform-action.ts';
import { renderPage } from '../render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../web-deps.ts';

const shownMax = 50;
const changeableStates = ['draft', 'awaiting_approval'];

export const replyPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/replies', requireMember, async (ctx) => {
    const { workspace } = memberIn(ctx);
    const { items, next } = await listReplies(workspace.id, {}, { limit: shownMax, sort: '-id' });
    await renderPage(ctx, 'replies', { replies: items, hasMore: next !== null, shownMax });
  });
  router.get('/app/replies/:replyId', requireMember, (ctx) => show(ctx));
  router.post('/app/replies/:replyId/answer', requireMember, (ctx) => draft(ctx, deps));
};

async function show(ctx: WebContext, form?: FormState): Promise<void> {
  const { workspace } = memberIn(ctx);
  const reply = await findReply(workspace.id, ctx.params.replyId!);
  if (!reply) throw new AppError('not_found', 'There is no such reply in this workspace.');
  const message = reply.messageId && (await findMessage(workspace.id, reply.messageId));
  const answer = reply.answerMessageId ? await findMessage(workspace.id, reply.answerMessageId) : null;
  const isChangeable = answer !== null && changeableStates.includes(answer.state);
  const shownForm = form ?? emptyForm({ bodyText: isChangeable ? answer.bodyText : '' });
  const canAnswer = reply.state !== 'dismissed' && (answer === null || isChangeable);
  await renderPage(ctx, 'reply', { reply, message, answer, isChangeable, canAnswer, form: shownForm });
}

/** Keeps the person's text as the draft; sending it is the next page. */
async function draft(ctx: WebContext, deps: WebDeps): Promise<void> {
  const replyId = ctx.params.replyId!;
  const bodyText = fieldIn(ctx, 'bodyText').replace(/\r\n?/g, '\n').trim();
  try {
    if (bodyText === '') throw new AppError('validation_failed', 'Write your answer.', { field: 'bodyText' });
    await performAction(ctx, deps, draftAnswer, { replyId, bodyText });
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    return show(ctx, form);
  }
  ctx.redirect(`/app/confirm/approve_answer?id=${encodeURIComponent(replyId)}`);
}
