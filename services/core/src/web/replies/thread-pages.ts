import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { approveAnswer } from '../../actions/replies/approve-answer.ts';
import { classifyReply } from '../../actions/replies/classify-reply.ts';
import { dismissReply } from '../../actions/replies/dismiss-reply.ts';
import { draftAnswer } from '../../actions/replies/draft-answer.ts';
import { markReplyRead } from '../../actions/replies/mark-reply-read.ts';
import { updateReply } from '../../actions/replies/update-reply.ts';
import { followingIn } from '../../engine/replies/inbox.ts';
import { AppError } from '../../errors/errors.ts';
import { takeBackSuppression } from '../../execution/replies/take-back.ts';
import { sayNext, sayUndoable, type Undo } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { personAt } from '../chain/person-at.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { actionHref } from '../do/action-link.ts';
import { refusalOf, zoneOfForms } from '../do/form-page.ts';
import { performAction } from '../do/perform-action.ts';
import { formStateAfter } from '../forms/form-state.ts';
import { momentOf } from '../forms/local-time.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { stateLook } from '../shown/states.ts';
import { forPeople } from '../shown/words.ts';
import { inboxHref, inboxPlace, inboxQueryOf } from './inbox-query.ts';
import { inboxRows } from './show-inbox.ts';
import { changeableStates, finalClasses, readReplyAt, showThread } from './show-thread.ts';

const path = '/app/replies/:replyId';

/** One reply beside the list of the inbox, and what a person does with it. Each action opens the next reply. */
export function threadPages(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, (ctx) => showThread(ctx, deps));
  router.post(`${path}/answer`, requireRoleAtPage('member'), (ctx) => draft(ctx, deps));
  router.post(`${path}/send`, requireRoleAtPage('member'), (ctx) => send(ctx, deps));
  router.post(`${path}/read`, requireRoleAtPage('member'), (ctx) => mark(ctx, deps));
  router.post(`${path}/done`, requireRoleAtPage('member'), (ctx) => done(ctx, deps));
  router.post(`${path}/snooze`, requireRoleAtPage('member'), (ctx) => snooze(ctx, deps));
  router.post(`${path}/owner`, requireRoleAtPage('member'), (ctx) => assign(ctx, deps));
  router.post(`${path}/labels`, requireRoleAtPage('member'), (ctx) => label(ctx, deps));
  router.post(`${path}/take-back`, requireRoleAtPage('member'), (ctx) => takeBack(ctx, deps));
  router.post(`${path}/class`, requireRoleAtPage('member'), (ctx) => classify(ctx, deps));
}

/** Saves the person's text as the draft, and asks whether to send it. */
async function draft(ctx: WebContext, deps: WebDeps): Promise<void> {
  const replyId = ctx.params.replyId!;
  const bodyText = fieldIn(ctx, 'bodyText').replace(/\r\n?/g, '\n').trim();
  try {
    if (bodyText === '') throw new AppError('validation_failed', 'Write your reply.', { field: 'bodyText' });
    const bodyFormat = fieldIn(ctx, 'bodyFormat') || 'text';
    const attachments = formIn(ctx).getAll('attachments');
    await performAction(ctx, deps, draftAnswer, { replyId, bodyText, bodyFormat, attachments });
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    return showThread(ctx, deps, form);
  }
  if (fieldIn(ctx, 'then') === 'keep') return stay(ctx, deps, 'Draft saved.');
  const place = inboxPlace(inboxQueryOf(ctx));
  ctx.redirect(`/app/replies/${replyId}${place === '' ? '?' : `${place}&`}send=1`);
}

/** Sends the draft exactly as the question showed it, then opens the next reply. */
async function send(ctx: WebContext, deps: WebDeps): Promise<void> {
  const replyId = ctx.params.replyId!;
  const query = inboxQueryOf(ctx);
  const rows = await inboxRows(ctx, deps, query);
  try {
    const { summary } = await performAction(ctx, deps, approveAnswer, { replyId }, { digest: fieldIn(ctx, 'digest') });
    sayNext(ctx, deps, forPeople(summary));
  } catch (error) {
    // A second click finds it sent.
    const { answer } = await readReplyAt(ctx, deps);
    if (answer === null || changeableStates.includes(answer.state))
      return stay(ctx, deps, refusalOf(error).problem ?? '');
  }
  ctx.redirect(inboxHref(query, followingIn(rows, replyId)));
}

async function mark(ctx: WebContext, deps: WebDeps): Promise<void> {
  const replyId = ctx.params.replyId!;
  const isRead = fieldIn(ctx, 'isRead') !== 'false';
  await performAction(ctx, deps, markReplyRead, { replyId, isRead });
  if (fieldIn(ctx, 'by') === 'page') ctx.status = 204;
  else if (isRead) ctx.redirect(inboxHref(inboxQueryOf(ctx), replyId));
  else ctx.redirect(inboxHref(inboxQueryOf(ctx)));
}

async function done(ctx: WebContext, deps: WebDeps): Promise<void> {
  const replyId = ctx.params.replyId!;
  const undo = { action: 'reopen_reply', input: { replyId } };
  // A second click finds it done.
  if ((await readReplyAt(ctx, deps)).state === 'dismissed') return stay(ctx, deps, 'Marked done.', undo);
  await act(ctx, deps, { action: dismissReply, input: { replyId }, said: 'Marked done.', undo, leaves: true });
}

async function snooze(ctx: WebContext, deps: WebDeps): Promise<void> {
  const chosen = fieldIn(ctx, 'until');
  const snoozedUntil = chosen === '' ? null : momentOf(chosen, zoneOfForms(ctx));
  const said = snoozedUntil === null ? 'No longer snoozed.' : 'Snoozed.';
  await change(ctx, deps, { snoozedUntil }, { said, leaves: true });
}

async function assign(ctx: WebContext, deps: WebDeps): Promise<void> {
  const ownerId = fieldIn(ctx, 'ownerId') || null;
  await change(ctx, deps, { ownerId }, { said: ownerId === null ? 'Assigned to no one.' : 'Assigned.' });
}

async function label(ctx: WebContext, deps: WebDeps): Promise<void> {
  const texts = fieldIn(ctx, 'labels')
    .split(',')
    .map((text) => text.trim());
  const labels = [...new Set(texts.filter((text) => text !== ''))];
  await change(ctx, deps, { labels }, { said: 'Labels saved.' });
}

type Changes = Partial<Pick<Awaited<ReturnType<typeof readReplyAt>>, 'snoozedUntil' | 'ownerId' | 'labels'>>;

/** Changes members of the reply. Undo sets them to their former values. */
async function change(
  ctx: WebContext,
  deps: WebDeps,
  changes: Changes,
  after: Pick<Act, 'said' | 'leaves'>,
): Promise<void> {
  const replyId = ctx.params.replyId!;
  const before = await readReplyAt(ctx, deps);
  const former = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name as keyof Changes]]));
  const undo = { action: 'update_reply', input: { replyId, ...former } };
  await act(ctx, deps, { action: updateReply, input: { replyId, ...changes }, undo, ...after });
}

async function classify(ctx: WebContext, deps: WebDeps): Promise<void> {
  const replyId = ctx.params.replyId!;
  const chosen = fieldIn(ctx, 'class');
  if (finalClasses.includes(chosen)) {
    ctx.redirect(actionHref('classify_reply', { replyId, class: chosen }, inboxHref(inboxQueryOf(ctx), replyId)));
    return;
  }
  const { class: before } = await readReplyAt(ctx, deps);
  const isSettable = !['bounce', ...finalClasses].includes(before);
  const undo = isSettable ? { action: 'classify_reply', input: { replyId, class: before } } : undefined;
  const said = `Class changed to ${stateLook(chosen, 'class').word}.`;
  await act(ctx, deps, { action: classifyReply, input: { replyId, class: chosen }, said, undo });
}

/** Takes back a suppression that the text of the reply decided. Programs cannot. */
async function takeBack(ctx: WebContext, deps: WebDeps): Promise<void> {
  try {
    await takeBackSuppression(memberIn(ctx).workspace.id, ctx.params.replyId!, personAt(ctx), deps.now());
  } catch (error) {
    return stay(ctx, deps, refusalOf(error).problem ?? '');
  }
  await stay(ctx, deps, 'The suppression was taken back. The sequence stays stopped.');
}

interface Act {
  action: AnyWriteAction;
  input: Record<string, unknown>;
  said: string;
  undo?: Undo;
  /** True if the reply leaves the list, so that the next one opens. */
  leaves?: boolean;
}

/** Carries out what can be undone, without a question. */
async function act(ctx: WebContext, deps: WebDeps, { action, input, said, undo, leaves }: Act): Promise<void> {
  const replyId = ctx.params.replyId!;
  const query = inboxQueryOf(ctx);
  const rows = await inboxRows(ctx, deps, query);
  try {
    await performAction(ctx, deps, action, input);
  } catch (error) {
    return stay(ctx, deps, refusalOf(error).problem ?? '');
  }
  await sayUndoable(ctx, deps, said, undo);
  ctx.redirect(inboxHref(query, leaves ? followingIn(rows, replyId) : replyId));
}

async function stay(ctx: WebContext, deps: WebDeps, text: string, undo?: Undo): Promise<void> {
  await sayUndoable(ctx, deps, text, undo);
  ctx.redirect(inboxHref(inboxQueryOf(ctx), ctx.params.replyId!));
}
