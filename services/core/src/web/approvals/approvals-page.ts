import { listApprovals } from '../../actions/approvals/list-approvals.ts';
import { approveMessages } from '../../actions/messages/approve-messages.ts';
import { counted } from '../../domain/text/counted.ts';
import { pendingAlike } from '../../engine/approvals/pending-rows.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction, planAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { pagedList } from '../records/paged-list.ts';
import { wishOf } from '../shown/wish-of.ts';
import { askedFor, decideOn, shownPlanOf } from './approval-page.ts';
import { showDesk, titleOf } from './approvals-desk.ts';

/** Requests decided together, because each is planned again when it is shown. */
const togetherMax = 20;
const messagesMax = 200;
const path = '/app/approvals';

/** All pending approvals, and decisions about several of them. */
export function approvalsPage(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, (ctx) => showDesk(ctx, deps, undefined));
  router.get(`${path}/decided`, requireMember, (ctx) => showDecided(ctx, deps));
  router.post(path, requireMember, (ctx) => decideSelected(ctx, deps));
}

/** Requests that were approved, declined, expired, or canceled. Kept for seven days after the decision. */
async function showDecided(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { items, ...pages } = await pagedList(ctx, deps, listApprovals, {});
  const decided = items.filter(({ state }) => state !== 'pending');
  const rows = decided.map((one) => ({ ...one, title: wishOf(one.summary) }));
  await renderPage(ctx, 'approvals-decided', { decided: rows, ...pages });
}

/** The selected rows: IDs of requests, and of the first message of each text. */
function selectedIn(ctx: WebContext) {
  const ids = formIn(ctx).getAll('id');
  return {
    requestIds: ids.filter((id) => id.startsWith('apr_')).slice(0, togetherMax),
    messageIds: ids.filter((id) => id.startsWith('msg_')),
  };
}

/** Declines immediately. Before an approval, a page shows exactly what would happen. */
async function decideSelected(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { requestIds, messageIds } = selectedIn(ctx);
  if (requestIds.length + messageIds.length === 0) {
    sayNext(ctx, deps, 'Select what to decide.');
    return ctx.redirect(path);
  }
  const decision = fieldIn(ctx, 'decision');
  if (decision === 'decline' && requestIds.length === 0) {
    sayNext(ctx, deps, 'Only requests are declined together. Open a message to cancel it.');
    return ctx.redirect(path);
  }
  if (decision === 'approve' && fieldIn(ctx, 'isShown') === '') return confirmSelected(ctx, deps);
  const refusals: string[] = [];
  for (const id of requestIds) {
    const asked = await askedFor(ctx, id);
    const digest = fieldIn(ctx, `digest.${id}`);
    const refusal = await decideOn(deps, asked, { decision, digest, reason: fieldIn(ctx, 'reason') });
    if (refusal !== null) refusals.push(`${titleOf(asked.approval)}: ${refusal.message}`);
  }
  const said = decision === 'approve' && messageIds.length > 0 ? await approveShown(ctx, deps) : [];
  const verb = decision === 'decline' ? 'declined' : 'approved';
  const done = requestIds.length - refusals.length;
  const ofRequests = requestIds.length === 0 ? [] : [`${counted(done, 'request')} ${verb}.`];
  sayNext(ctx, deps, [...ofRequests, ...said, ...refusals].join(' '));
  ctx.redirect(path);
}

/** Approves the messages as the page showed them. */
async function approveShown(ctx: WebContext, deps: WebDeps): Promise<string[]> {
  const input = { messageIds: formIn(ctx).getAll('messageId') };
  try {
    const { summary } = await performAction(ctx, deps, approveMessages, input, { digest: fieldIn(ctx, 'digest') });
    return [summary];
  } catch (error) {
    return [refusalOf(error).problem ?? ''];
  }
}

async function confirmSelected(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { requestIds, messageIds } = selectedIn(ctx);
  const requests: object[] = [];
  for (const id of requestIds) {
    const asked = await askedFor(ctx, id);
    requests.push({ id, title: titleOf(asked.approval), ...(await shownPlanOf(deps, asked)) });
  }
  const { workspace } = memberIn(ctx);
  const alike = await Promise.all(messageIds.map((id) => pendingAlike(workspace.id, id)));
  const all = [...new Set(alike.flat())].slice(0, messagesMax);
  await renderPage(ctx, 'approvals-confirm', {
    requests,
    ids: [...requestIds, ...messageIds],
    messageIds: all,
    messages: all.length > 0 ? await planAction(ctx, deps, approveMessages, { messageIds: all }) : null,
  });
}
