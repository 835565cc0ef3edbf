import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { approveMessages } from '../../actions/messages/approve-messages.ts';
import { getMessage } from '../../actions/messages/get-message.ts';
import { updateMessage } from '../../actions/messages/update-message.ts';
import { approveAnswer } from '../../actions/replies/approve-answer.ts';
import { pendingAlike } from '../../engine/approvals/pending-rows.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction, planAction, readAction } from '../do/perform-action.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { forPeople } from '../shown/words.ts';
import { hrefAfter, showDesk } from './approvals-desk.ts';

const path = '/app/approvals/messages/:messageId';

/** Pending messages of one text: the exact message of each person, and their approval together. */
export function pendingMessagePages(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, (ctx) => show(ctx, deps));
  router.post(path, requireMember, (ctx) => save(ctx, deps));
  router.post(`${path}/approve`, requireMember, (ctx) => approve(ctx, deps));
}

type Message = Awaited<ReturnType<typeof getMessage.run>>['data'];

/** A rejected text, as the person typed it. */
interface Unsaved {
  subject: string;
  bodyText: string;
  problem?: string;
}

async function show(ctx: WebContext, deps: WebDeps, unsaved?: Unsaved): Promise<void> {
  const messageId = ctx.params.messageId!;
  const message = await readAction(ctx, deps, getMessage, { messageId });
  const { workspace } = memberIn(ctx);
  const ids = await pendingAlike(workspace.id, messageId);
  const at = ids.indexOf(messageId);
  const names = await namesOfRecords(workspace.id, [message.contactId ?? [], message.campaignId ?? []].flat());
  const hrefAt = (index: number) => (ids[index] ? `/app/approvals/messages/${ids[index]}` : undefined);
  await showDesk(ctx, deps, ids[0] ?? messageId, {
    message: { ...message, ...unsaved },
    who: names.get(message.contactId ?? ''),
    campaignName: names.get(message.campaignId ?? ''),
    isPending: ids.length > 0,
    place: { at: at + 1, count: ids.length, before: hrefAt(at - 1), after: hrefAt(at + 1) },
    confirmation: ctx.query.ask === 'approve' && ids.length > 0 ? await askAbout(ctx, deps, message, ids) : undefined,
    unsaved,
  });
}

/** The operation that approves a message together with those of the same text. */
function approvalOf(
  message: Message,
  messageIds: string[],
): { action: AnyWriteAction; input: Record<string, unknown> } {
  if (message.kind === 'answer') return { action: approveAnswer, input: { replyId: message.replyId } };
  return { action: approveMessages, input: { messageIds } };
}

/** The question before they are approved: how many, and how many are skipped, bound to exactly this plan. */
async function askAbout(ctx: WebContext, deps: WebDeps, message: Message, ids: string[]) {
  const { action, input } = approvalOf(message, ids);
  try {
    const plan = await planAction(ctx, deps, action, input);
    return {
      digest: plan.planDigest,
      recipients: plan.recipients,
      skipped: plan.skippedCount,
      warnings: plan.warnings.map(forPeople),
      needsPassword: plan.needsPerson !== undefined,
    };
  } catch (error) {
    return { problem: refusalOf(error).problem };
  }
}

async function approve(ctx: WebContext, deps: WebDeps): Promise<void> {
  const messageId = ctx.params.messageId!;
  const message = await readAction(ctx, deps, getMessage, { messageId });
  const ids = await pendingAlike(memberIn(ctx).workspace.id, messageId);
  const next = await hrefAfter(ctx, deps, ids[0] ?? messageId);
  const { action, input } = approvalOf(message, ids);
  try {
    const { summary } = await performAction(ctx, deps, action, input, { digest: fieldIn(ctx, 'digest') });
    sayNext(ctx, deps, forPeople(summary));
  } catch (error) {
    sayNext(ctx, deps, refusalOf(error).problem ?? '');
    // A second click finds it approved.
    const isLeft = (await pendingAlike(memberIn(ctx).workspace.id, messageId)).length > 0;
    if (isLeft) return ctx.redirect(`/app/approvals/messages/${messageId}`);
  }
  ctx.redirect(next);
}

/** An edited message stays pending, and is approved with its new text. */
async function save(ctx: WebContext, deps: WebDeps): Promise<void> {
  const messageId = ctx.params.messageId!;
  const subject = fieldIn(ctx, 'subject').trim();
  const bodyText = fieldIn(ctx, 'bodyText').replace(/\r\n?/g, '\n').trim();
  try {
    const facts = { expectedVersion: Number(fieldIn(ctx, 'version')) };
    const { summary } = await performAction(ctx, deps, updateMessage, { messageId, subject, bodyText }, facts);
    sayNext(ctx, deps, summary);
  } catch (error) {
    const { problem, errors } = refusalOf(error);
    ctx.status = 422;
    return show(ctx, deps, { subject, bodyText, problem: Object.values(errors)[0] ?? problem });
  }
  ctx.redirect(`/app/approvals/messages/${messageId}`);
}
