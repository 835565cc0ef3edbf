import { listSandboxMessages } from '../../actions/sandbox/list-sandbox-messages.ts';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { capturedMessage } from '../../engine/sandbox/captured-message.ts';
import { AppError, type ErrorDetail } from '../../errors/errors.ts';
import type { CapturedMessageRecord } from '../../store/messages/captured-message-store.ts';
import { readMail } from '../../transport/received/read-mail.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { emptyForm, type FormState, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { pagedList } from '../records/paged-list.ts';

const subjectLengthMax = 200;
const textLengthMax = 10_000;

export function sandboxPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/sandbox', requireMember, async (ctx) => {
    const { items: messages, ...pages } = await pagedList(ctx, deps, listSandboxMessages, {});
    await renderPage(ctx, 'sandbox', { messages, ...pages });
  });

  router.get('/app/sandbox/:capturedId', requireMember, async (ctx) => {
    const captured = await capturedIn(ctx);
    await show(ctx, captured, emptyForm({ subject: `Re: ${captured.subject.replace(/^(re:\s*)+/i, '')}` }));
  });

  router.get('/app/sandbox/:capturedId/source', requireMember, async (ctx) => {
    const captured = await capturedIn(ctx);
    ctx.type = 'message/rfc822';
    ctx.attachment(`${captured.id}.eml`);
    ctx.body = captured.eml;
  });

  router.post('/app/sandbox/:capturedId/answer', requireMember, (ctx) => answer(ctx, deps));
}

async function capturedIn(ctx: WebContext): Promise<CapturedMessageRecord> {
  const captured = await capturedMessage(memberIn(ctx).workspace.id, ctx.params.capturedId!);
  if (!captured) throw new AppError('not_found', 'There is no such message in the sandbox.');
  return captured;
}

async function show(ctx: WebContext, captured: CapturedMessageRecord, form: FormState): Promise<void> {
  const mail = await readMail(captured.eml);
  // RFC 8058: URL where the recipient unsubscribes.
  const unsubscribeUrl = /<(https?:[^>]+)>/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1];
  await renderPage(ctx, 'sandbox-message', { captured, mail, unsubscribeUrl, form });
}

/** Plays the recipient. The text takes the same path as mail from IMAP. */
async function answer(ctx: WebContext, deps: WebDeps): Promise<void> {
  const captured = await capturedIn(ctx);
  const [subject, text] = [fieldIn(ctx, 'subject').trim(), fieldIn(ctx, 'text').trim()];
  try {
    checkAnswer(subject, text);
  } catch (error) {
    ctx.status = 422;
    return show(ctx, captured, formStateAfter(formIn(ctx), error));
  }
  const { workspaceId, messageId, to } = captured;
  const reply = { workspaceId, from: to, subject, text, ...(messageId && { messageId }) };
  const outcome = await injectReply(reply, {
    ports: deps.ports,
    log: ctx.state.log,
    now: deps.now,
  });
  if (outcome.kind === 'reply') ctx.redirect(`/app/replies/${outcome.replyId}?notice=reply-injected`);
  else ctx.redirect(`/app/sandbox/${captured.id}?notice=reply-${outcome.kind}`);
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
