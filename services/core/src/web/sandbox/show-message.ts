import { getReply } from '../../actions/replies/get-reply.ts';
import type { CapturedMessageRecord } from '../../store/messages/captured-message-store.ts';
import { readMail } from '../../transport/received/read-mail.ts';
import { unlessGone } from '../contacts/unless-gone.ts';
import { readAction } from '../do/perform-action.ts';
import { emptyForm, type FormState } from '../forms/form-state.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

const viewTexts = { text: 'Text', rich: 'Rich', raw: 'Raw' };

/** A kept message as its recipient sees it, and the form to reply as the recipient. */
export async function showMessage(ctx: WebContext, deps: WebDeps, captured: CapturedMessageRecord, form?: FormState) {
  const mail = await readMail(captured.eml);
  const wanted = String(ctx.query.view ?? 'text');
  const view = Object.hasOwn(viewTexts, wanted) ? wanted : 'text';
  const path = `/app/sandbox/${captured.id}`;
  const subject = `Re: ${captured.subject.replace(/^(re:\s*)+/i, '')}`;
  return {
    captured,
    mail,
    raw: view === 'raw' ? captured.eml.toString('utf8') : undefined,
    view,
    viewTabs: Object.entries(viewTexts).map(([name, text]) => ({
      text,
      href: name === 'text' ? path : `${path}?view=${name}`,
      isHere: name === view,
    })),
    // RFC 8058: URL where the recipient unsubscribes.
    unsubscribeUrl: /<(https?:[^>]+)>/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1],
    reply: await replyFrom(ctx, deps),
    form: form ?? emptyForm({ subject }),
  };
}

/** The reply that the person just sent as the recipient, with its class. */
async function replyFrom(ctx: WebContext, deps: WebDeps) {
  const replyId = String(ctx.query.reply ?? '');
  if (!/^rpl_\w{26}$/.test(replyId)) return null;
  const reply = await unlessGone(readAction(ctx, deps, getReply, { replyId }));
  return reply && { id: replyId, class: reply.class, certainty: Math.round((reply.confidence ?? 0) * 100) };
}
