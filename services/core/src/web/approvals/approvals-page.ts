import { listMessages } from '../../actions/messages/list-messages.ts';
import { updateMessage } from '../../actions/messages/update-message.ts';
import { counted } from '../../domain/text/counted.ts';
import { waitingApprovals } from '../../engine/approvals/waiting-approvals.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { pagedList } from '../records/paged-list.ts';
import { askedFor, decideOn, shownPlanOf, titleOf } from './approval-page.ts';

/** Limit per page, because each approval is planned again when it is shown. */
const shownMax = 20;
const path = '/app/approvals';

/** All pending approvals: executions, which are decided as they are, and drafts, whose text can be edited. */
export function approvalsPage(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, (ctx) => show(ctx, deps));
  router.post(path, requireMember, (ctx) => decideAll(ctx, deps));
  router.post(`${path}/messages/:messageId`, requireMember, (ctx) => saveText(ctx, deps));
}

/** A rejected text, as the person typed it. */
interface Refused {
  messageId: string;
  subject: string;
  bodyText: string;
  problem?: string;
}

async function show(ctx: WebContext, deps: WebDeps, refused?: Refused): Promise<void> {
  const workspaceId = memberIn(ctx).workspace.id;
  const waiting = await waitingApprovals(workspaceId, shownMax, deps.now());
  const approvals = [];
  for (const { id } of waiting) {
    const asked = await askedFor(ctx, id);
    const plan = await shownPlanOf(deps, asked);
    approvals.push({ ...asked.approval, title: titleOf(asked.approval), ...plan });
  }
  const { items, ...pages } = await pagedList(ctx, deps, listMessages, { state: 'awaiting_approval' });
  const names = await namesOfRecords(
    workspaceId,
    items.flatMap(({ contactId, campaignId }) => [contactId ?? [], campaignId ?? []].flat()),
  );
  const drafts = items.map((message) => ({
    ...message,
    who: names.get(message.contactId ?? ''),
    campaignName: names.get(message.campaignId ?? ''),
  }));
  await renderPage(ctx, 'approvals', {
    approvals,
    shownMax,
    drafts: drafts.map((message) => ({ ...message, ...(message.id === refused?.messageId && refused) })),
    ...pages,
  });
}

/** Decides the selected approvals, each exactly as it was shown. */
async function decideAll(ctx: WebContext, deps: WebDeps): Promise<void> {
  const [ids, decision] = [formIn(ctx).getAll('id').slice(0, shownMax), fieldIn(ctx, 'decision')];
  const refusals: string[] = [];
  for (const id of ids) {
    const asked = await askedFor(ctx, id);
    const refusal = await decideOn(deps, asked, decision, fieldIn(ctx, `digest.${id}`));
    if (refusal !== null) refusals.push(`${titleOf(asked.approval)}: ${refusal.message}`);
  }
  const done = counted(ids.length - refusals.length, 'request');
  const verb = decision === 'decline' ? 'declined' : 'approved';
  sayNext(ctx, deps, [`${done} ${verb}.`, ...refusals].join(' '));
  ctx.redirect(path);
}

/** An edited draft stays pending and is approved with its new text. */
async function saveText(ctx: WebContext, deps: WebDeps): Promise<void> {
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
    return show(ctx, deps, { messageId, subject, bodyText, problem: Object.values(errors)[0] ?? problem });
  }
  ctx.redirect(`${path}#${messageId}`);
}
