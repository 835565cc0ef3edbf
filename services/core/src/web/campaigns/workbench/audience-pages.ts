import { enrollContacts } from '../../../actions/campaigns/enrollments/enroll-contacts.ts';
import { listEnrollments } from '../../../actions/campaigns/enrollments/list-enrollments.ts';
import { listContacts } from '../../../actions/contacts/list-contacts.ts';
import { listLists } from '../../../actions/lists/list-lists.ts';
import { counted } from '../../../domain/text/counted.ts';
import { namesOfRecords } from '../../../engine/names/names-of-records.ts';
import { sayNext } from '../../chain/flash.ts';
import { memberIn, requireMember } from '../../chain/load-visitor.ts';
import { fieldIn } from '../../chain/read-form.ts';
import { requireRoleAtPage } from '../../chain/require-role.ts';
import { actionHref } from '../../do/action-link.ts';
import { refusalOf } from '../../do/form-page.ts';
import { performAction, planAction, readAction } from '../../do/perform-action.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { pagedList } from '../../records/paged-list.ts';
import { wordsOf } from '../../shown/words.ts';
import { readCampaign } from './change-steps.ts';
import { workbenchHead } from './workbench-head.ts';

const path = '/app/campaigns/:campaignId/audience';
const listsMax = 100;
const foundMax = 20;

/** People of a campaign. In a draft they are added immediately, because nothing is sent; later, the plan comes first. */
export function audiencePages(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, (ctx) => show(ctx, deps));
  router.post(path, requireRoleAtPage('member'), (ctx) => enroll(ctx, deps));
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const campaign = await readCampaign(ctx, deps);
  const q = (new URLSearchParams(ctx.querystring).get('person') ?? '').trim();
  const { items, ...pages } = await pagedList(ctx, deps, listEnrollments, {}, { campaignId: campaign.id });
  const names = await namesOfRecords(
    memberIn(ctx).workspace.id,
    items.map(({ contactId }) => contactId),
  );
  const found = q === '' ? [] : await readAction(ctx, deps, listContacts, { q, limit: foundMax });
  await renderPage(ctx, 'audience', {
    ...(await workbenchHead(ctx, campaign)),
    ...pages,
    items: items.map((item) => ({ ...item, name: names.get(item.contactId) })),
    lists: (await readAction(ctx, deps, listLists, { limit: listsMax })).filter(
      ({ memberType }) => memberType === 'contact',
    ),
    q,
    found,
    filterHref: actionHref('enroll_contacts', { campaignId: campaign.id }, ctx.path),
  });
}

/** Adds a list or one person. To a campaign that has started, only by the page with the plan. */
async function enroll(ctx: WebContext, deps: WebDeps): Promise<void> {
  const campaign = await readCampaign(ctx, deps);
  const [listId, contactId] = [fieldIn(ctx, 'listId'), fieldIn(ctx, 'contactId')];
  if (campaign.state !== 'draft') {
    const chosen: Record<string, string> = listId === '' ? { contactIds: contactId } : { listId };
    return ctx.redirect(actionHref('enroll_contacts', { campaignId: campaign.id, ...chosen }, ctx.path));
  }
  const input = { campaignId: campaign.id, ...(listId === '' ? { contactIds: [contactId] } : { listId }) };
  try {
    const plan = await planAction(ctx, deps, enrollContacts, input);
    await performAction(ctx, deps, enrollContacts, input);
    sayNext(ctx, deps, saidOf(plan));
  } catch (error) {
    sayNext(ctx, deps, refusalOf(error).problem ?? '');
  }
  ctx.redirect(ctx.path);
}

/** "54 match · 48 added · 6 excluded: 3 already in a campaign, 2 no valid email". */
function saidOf({ effects, skipped }: { effects: unknown[]; skipped: { reason: string }[] }): string {
  const added = `${counted(effects.length, 'person')} added.`;
  if (skipped.length === 0) return added;
  const byReason = [...Map.groupBy(skipped, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
  const reasons = byReason.map(([reason, own]) => `${own.length} ${wordsOf(reason)}`).join(', ');
  return `${effects.length + skipped.length} match. ${added} ${skipped.length} excluded: ${reasons}.`;
}
