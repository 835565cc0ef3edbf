import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { listMailboxes } from '../../actions/mailboxes/list-mailboxes.ts';
import { advanceSandboxClock } from '../../actions/sandbox/advance-sandbox-clock.ts';
import { bounceInSandbox } from '../../actions/sandbox/bounce-in-sandbox.ts';
import { deliverInSandbox } from '../../actions/sandbox/deliver-in-sandbox.ts';
import { listSandboxMessages } from '../../actions/sandbox/list-sandbox-messages.ts';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { capturedMessage } from '../../engine/sandbox/captured-message.ts';
import { findDueMessages, findNextQueued } from '../../engine/sandbox/due-messages.ts';
import { AppError, type ErrorDetail } from '../../errors/errors.ts';
import type { CapturedMessageRecord } from '../../store/messages/captured-message-store.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction, readAction } from '../do/perform-action.ts';
import { type FormState, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { pagedList } from '../records/paged-list.ts';
import { forPeople } from '../shown/words.ts';
import { showMessage } from './show-message.ts';

const subjectLengthMax = 200;
const textLengthMax = 10_000;

/** Replies that a click sends as the recipient. */
const presets = [
  { name: "I'm interested", text: 'Sounds interesting. Could you call me on Thursday afternoon?' },
  { name: 'Not now', text: 'Not now, please. Could you write again in three months?' },
  { name: 'Who are you?', text: 'Who are you, and where did you get my address?' },
  { name: 'Unsubscribe', text: 'Please take me off your list.' },
  { name: 'Out of office', text: 'I am out of the office and will be back in two weeks.' },
] as const;

/** Messages that the sandbox kept, the one that is open, and what its recipient may do. */
export function sandboxPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/sandbox', requireMember, (ctx) => show(ctx, deps));
  router.post('/app/sandbox/clock', requireRoleAtPage('member'), (ctx) => moveClock(ctx, deps));
  router.post('/app/sandbox/deliver', requireRoleAtPage('member'), (ctx) => act(ctx, deps, deliverInSandbox, {}));
  router.get('/app/sandbox/:capturedId', requireMember, async (ctx) => show(ctx, deps, await capturedIn(ctx)));
  router.get('/app/sandbox/:capturedId/source', requireMember, async (ctx) => {
    const captured = await capturedIn(ctx);
    ctx.type = 'message/rfc822';
    ctx.attachment(`${captured.id}.eml`);
    ctx.body = captured.eml;
  });
  router.post('/app/sandbox/:capturedId/answer', requireMember, (ctx) => answer(ctx, deps));
  router.post('/app/sandbox/:capturedId/bounce', requireRoleAtPage('member'), (ctx) => bounce(ctx, deps));
}

async function capturedIn(ctx: WebContext): Promise<CapturedMessageRecord> {
  const captured = await capturedMessage(memberIn(ctx).workspace.id, ctx.params.capturedId!);
  if (!captured) throw new AppError('not_found', 'There is no such message in the sandbox.');
  return captured;
}

/** The list with one message: the wanted one, or else the newest. */
async function show(ctx: WebContext, deps: WebDeps, wanted?: CapturedMessageRecord, form?: FormState): Promise<void> {
  const { workspace } = memberIn(ctx);
  const { items, ...pages } = await pagedList(ctx, deps, listSandboxMessages, {});
  const first = items[0] && (await capturedMessage(workspace.id, items[0].id));
  const open = wanted ?? first ?? undefined;
  const now = new Date(deps.now().getTime() + workspace.clockOffsetMs);
  await renderPage(ctx, 'sandbox', {
    messages: items.map((message) => ({ ...message, isOpen: message.id === open?.id })),
    ...pages,
    isOpen: wanted !== undefined,
    ...(open && (await showMessage(ctx, deps, open, form))),
    presets: presets.map(({ name }, index) => ({ name, key: String(index + 1) })),
    clock: (await isSandbox(ctx, deps)) ? await clockOf(workspace.id, now) : null,
  });
}

async function isSandbox(ctx: WebContext, deps: WebDeps): Promise<boolean> {
  const mailboxes = await readAction(ctx, deps, listMailboxes, {});
  return mailboxes.every(({ kind }) => kind === 'capture');
}

async function clockOf(workspaceId: string, now: Date) {
  const next = await findNextQueued(workspaceId);
  const dueCount = (await findDueMessages(workspaceId, now)).length;
  return { now, dueCount, nextAt: next !== null && next > now ? next : null };
}

/** Moves the clock by a duration, or to the next message. */
async function moveClock(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const wanted = fieldIn(ctx, 'advance');
  const next = wanted === 'next' ? await findNextQueued(workspace.id) : null;
  const now = deps.now().getTime() + workspace.clockOffsetMs;
  const seconds = next === null ? 0 : Math.max(0, Math.ceil((next.getTime() - now) / 1_000));
  await act(ctx, deps, advanceSandboxClock, { advance: wanted === 'next' ? `PT${seconds}S` : wanted });
}

/** Carries out a step of the sandbox and returns to its page. */
async function act(ctx: WebContext, deps: WebDeps, action: AnyWriteAction, input: Record<string, unknown>) {
  try {
    const { summary } = await performAction(ctx, deps, action, input);
    sayNext(ctx, deps, forPeople(summary));
  } catch (error) {
    sayNext(ctx, deps, refusalOf(error).problem ?? '');
  }
  const { capturedId } = ctx.params;
  ctx.redirect(capturedId === undefined ? '/app/sandbox' : `/app/sandbox/${capturedId}`);
}

async function bounce(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { messageId } = await capturedIn(ctx);
  if (messageId === null) throw new AppError('invalid_state', 'This message belongs to no campaign or reply.');
  await act(ctx, deps, bounceInSandbox, { messageId, kind: fieldIn(ctx, 'kind') });
}

/** Plays the recipient. The text takes the same path as mail from IMAP. */
async function answer(ctx: WebContext, deps: WebDeps): Promise<void> {
  const captured = await capturedIn(ctx);
  const preset = presets.find(({ name }) => name === fieldIn(ctx, 'preset'));
  const subject = fieldIn(ctx, 'subject').trim();
  const text = preset?.text ?? fieldIn(ctx, 'text').trim();
  try {
    checkAnswer(subject, text);
  } catch (error) {
    ctx.status = 422;
    return show(ctx, deps, captured, formStateAfter(formIn(ctx), error));
  }
  const { workspaceId, messageId, to } = captured;
  const reply = { workspaceId, from: to, subject, text, ...(messageId && { messageId }) };
  const { ports, now } = deps;
  const outcome = await injectReply(reply, { ports, log: ctx.state.log, now });
  const path = `/app/sandbox/${captured.id}`;
  ctx.redirect(outcome.kind === 'reply' ? `${path}?reply=${outcome.replyId}` : `${path}?notice=reply-${outcome.kind}`);
}

function checkAnswer(subject: string, text: string): void {
  const details: ErrorDetail[] = [];
  if (subject.length > subjectLengthMax) {
    details.push({ field: 'subject', message: `Use at most ${subjectLengthMax} characters.` });
  }
  if (text === '') details.push({ field: 'text', message: 'Write what the recipient answers.' });
  if (text.length > textLengthMax) details.push({ field: 'text', message: `Use at most ${textLengthMax} characters.` });
  if (details.length > 0) throw new AppError('validation_failed', details[0]!.message, { details });
}
