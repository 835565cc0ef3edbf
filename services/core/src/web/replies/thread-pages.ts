import { listContacts } from '../../actions/contacts/list-contacts.ts';
import { listFiles } from '../../actions/messages/files/list-files.ts';
import { draftAnswer } from '../../actions/replies/draft-answer.ts';
import { getReply } from '../../actions/replies/get-reply.ts';
import { markReplyRead } from '../../actions/replies/mark-reply-read.ts';
import { replyClasses } from '../../domain/replies/reply-classes.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { namesOfSenders, neighboursOf } from '../../engine/replies/inbox.ts';
import { AppError } from '../../errors/errors.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { searchIn } from '../chain/read-query.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { actionHref } from '../do/action-link.ts';
import { performAction, readAction } from '../do/perform-action.ts';
import { emptyForm, type FormState, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

const suggestionsMax = 10;
const filesMax = 100;
const changeableStates = ['draft', 'awaiting_approval'];

/** One reply with the whole exchange with this person, and its possible actions. */
export function threadPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/replies/:replyId', requireMember, (ctx) => show(ctx, deps));
  router.post('/app/replies/:replyId/answer', requireMember, (ctx) => draft(ctx, deps));
  router.post('/app/replies/:replyId/read', requireRoleAtPage('member'), (ctx) => mark(ctx, deps));
}

async function show(ctx: WebContext, deps: WebDeps, form?: FormState): Promise<void> {
  const replyId = ctx.params.replyId!;
  const reply = await readAction(ctx, deps, getReply, { replyId });
  const { answer, thread } = reply;
  const isChangeable = answer !== null && changeableStates.includes(answer.state);
  const workspaceId = memberIn(ctx).workspace.id;
  const names = await namesOfSenders(workspaceId, [reply]);
  const { campaignId } = reply;
  const campaigns = await namesOfRecords(workspaceId, campaignId === null ? [] : [campaignId]);
  await renderPage(ctx, 'reply', {
    campaignName: campaigns.get(campaignId ?? ''),
    reply: { ...reply, fromName: reply.fromName || names.get(reply.contactId ?? '') },
    certainty: Math.round(reply.confidence * 100),
    thread: thread.map((entry) => ({ ...entry, isOpen: entry.id === replyId || entry === thread.at(-1) })),
    answer,
    isChangeable,
    canAnswer: !['dismissed', 'unmatched'].includes(reply.state) && (answer === null || isChangeable),
    classes: replyClasses.filter((name) => name !== 'bounce'),
    neighbours: await neighboursOf({ workspaceId, id: replyId, receivedAt: new Date(reply.receivedAt) }),
    people: reply.state === 'unmatched' ? await whoWrote(ctx, deps, reply) : [],
    search: searchIn(ctx) ?? '',
    files: await readAction(ctx, deps, listFiles, { limit: filesMax }),
    form: form ?? formOf(isChangeable ? answer : null),
  });
}

function formOf(answer: { bodyText: string; bodyFormat: string; attachments: string[] } | null): FormState {
  const { bodyText = '', bodyFormat = 'text', attachments = [] } = answer ?? {};
  return emptyForm({ bodyText, bodyFormat, attachments });
}

/** Possible senders of an unmatched message: the search results, or people with the sender's name. */
async function whoWrote(ctx: WebContext, deps: WebDeps, { fromName }: { fromName: string }) {
  const q = searchIn(ctx) ?? fromName.trim();
  if (q === '') return [];
  const found = await readAction(ctx, deps, listContacts, { q, limit: suggestionsMax });
  return found as { id: string; fullName: string; email: string | null; companyName: string | null }[];
}

async function mark(ctx: WebContext, deps: WebDeps): Promise<void> {
  const replyId = ctx.params.replyId!;
  const isRead = fieldIn(ctx, 'isRead') !== 'false';
  await performAction(ctx, deps, markReplyRead, { replyId, isRead });
  if (ctx.get('hx-request') === 'true') ctx.status = 204;
  else ctx.redirect(isRead ? `/app/replies/${replyId}` : '/app/inbox');
}

/** Saves the person's text as the draft. Sending it is the next page. */
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
    return show(ctx, deps, form);
  }
  ctx.redirect(actionHref('approve_answer', { replyId }, `/app/replies/${replyId}`));
}
