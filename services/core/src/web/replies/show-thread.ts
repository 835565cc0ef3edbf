import { listContacts } from '../../actions/contacts/list-contacts.ts';
import { listMembers } from '../../actions/members/list-members.ts';
import { listFiles } from '../../actions/messages/files/list-files.ts';
import { approveAnswer } from '../../actions/replies/approve-answer.ts';
import { getReply } from '../../actions/replies/get-reply.ts';
import { checkSuppression } from '../../actions/suppressions/check-suppression.ts';
import { replyClasses } from '../../domain/replies/reply-classes.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { namesOfSenders } from '../../engine/replies/inbox.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { actionHref } from '../do/action-link.ts';
import { refusalOf, zoneOfForms } from '../do/form-page.ts';
import { planAction, readAction } from '../do/perform-action.ts';
import { emptyForm, type FormState } from '../forms/form-state.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { forPeople } from '../shown/words.ts';
import { aboutSender } from './about-sender.ts';
import { inboxHref, inboxQueryOf } from './inbox-query.ts';
import { showInbox } from './show-inbox.ts';
import { snoozeTimes } from './snooze-times.ts';

const suggestionsMax = 10;
const filesMax = 100;
export const changeableStates = ['draft', 'awaiting_approval'];
/** Classes that suppress the person permanently, so that a person confirms them on a page of their own. */
export const finalClasses = ['unsubscribe', 'complaint'];

export function readReplyAt(ctx: WebContext, deps: WebDeps) {
  return readAction(ctx, deps, getReply, { replyId: ctx.params.replyId! });
}

/** One reply beside the list of the inbox. */
export async function showThread(ctx: WebContext, deps: WebDeps, form?: FormState): Promise<void> {
  const reply = await readReplyAt(ctx, deps);
  const { answer, thread } = reply;
  const replyId = reply.id;
  const isChangeable = answer !== null && changeableStates.includes(answer.state);
  const { workspace } = memberIn(ctx);
  const names = await namesOfSenders(workspace.id, [reply]);
  const { campaignId } = reply;
  const campaigns = await namesOfRecords(workspace.id, campaignId === null ? [] : [campaignId]);
  const members = await readAction(ctx, deps, listMembers, {});
  const { isSuppressed, entry } = await readAction(ctx, deps, checkSuppression, { value: reply.fromAddress });
  const isOpen = !['dismissed', 'unmatched'].includes(reply.state) && (answer === null || isChangeable);
  await showInbox(ctx, deps, inboxQueryOf(ctx), {
    replyId,
    about: await aboutSender(ctx, deps, reply),
    campaignName: campaigns.get(campaignId ?? ''),
    reply: { ...reply, fromName: reply.fromName || names.get(reply.contactId ?? '') },
    owner: members.find(({ userId }) => userId === reply.ownerId)?.name,
    members,
    snoozeTimes: snoozeTimes(deps.now(), zoneOfForms(ctx)),
    certainty: Math.round(reply.confidence * 100),
    canTakeBack: reply.undoUntil !== null && entry?.undoUntil != null && new Date(entry.undoUntil) > deps.now(),
    guesses: reply.guesses.map((guess) => ({ class: guess.class, percent: Math.round(guess.confidence * 100) })),
    thread: thread.map((entry) => ({ ...entry, isOpen: entry.id === replyId || entry === thread.at(-1) })),
    answer,
    isChangeable,
    canAnswer: isOpen && !isSuppressed,
    suppression: isOpen ? entry : null,
    settableClasses: replyClasses.filter((name) => name !== 'bounce'),
    finalClasses,
    people: reply.state === 'unmatched' ? await whoWrote(ctx, deps, reply) : [],
    peopleSearch: new URLSearchParams(ctx.querystring).get('person') ?? '',
    files: await readAction(ctx, deps, listFiles, { limit: filesMax }),
    form: form ?? formOf(isChangeable ? answer : null),
    confirmation: isChangeable && form === undefined && ctx.query.send === '1' ? await planSend(ctx, deps) : undefined,
  });
}

function formOf(answer: { bodyText: string; bodyFormat: string; attachments: string[] } | null): FormState {
  const { bodyText = '', bodyFormat = 'text', attachments = [] } = answer ?? {};
  return emptyForm({ bodyText, bodyFormat, attachments });
}

/** Possible senders of an unmatched message: the search results, or people with the sender's name. */
async function whoWrote(ctx: WebContext, deps: WebDeps, { fromName }: { fromName: string }) {
  const q = new URLSearchParams(ctx.querystring).get('person')?.trim() || fromName.trim();
  if (q === '') return [];
  const found = await readAction(ctx, deps, listContacts, { q, limit: suggestionsMax });
  return found as { id: string; fullName: string; email: string | null; companyName: string | null }[];
}

/** Question before a reply is sent: to whom and from which address, bound to exactly this message. */
async function planSend(ctx: WebContext, deps: WebDeps) {
  const replyId = ctx.params.replyId!;
  try {
    const plan = await planAction(ctx, deps, approveAnswer, { replyId });
    const { to, from } = (plan.preview ?? {}) as { to?: string; from?: string };
    return {
      to,
      from,
      digest: plan.planDigest,
      warnings: plan.warnings.map(forPeople),
      needsPassword: plan.needsPerson !== undefined,
      exactHref: actionHref('approve_answer', { replyId }, inboxHref(inboxQueryOf(ctx), replyId)),
    };
  } catch (error) {
    return { problem: refusalOf(error).problem };
  }
}
