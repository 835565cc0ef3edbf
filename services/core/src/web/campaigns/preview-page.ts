import { previewCampaign } from '../../actions/campaigns/preview-campaign.ts';
import { listContacts } from '../../actions/contacts/list-contacts.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { searchIn } from '../chain/read-query.ts';
import { readAction, readPage } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { forPeople, wordsOf } from '../shown/words.ts';

const foundMax = 10;

/** Shows the sequence as a contact would get it. Enrolled contacts come first; others can be found by search. */
export function previewPage(router: WebRouter, deps: WebDeps): void {
  router.get('/app/campaigns/:campaignId/preview', requireMember, (ctx) => show(ctx, deps));
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const campaignId = ctx.params.campaignId!;
  const search = searchIn(ctx);
  const contactId = typeof ctx.query.contactId === 'string' ? ctx.query.contactId : undefined;
  const contactIds = contactId === undefined ? undefined : [contactId];
  const { data } = await readPage(ctx, deps, previewCampaign, { campaignId, contactIds });
  const people = search === undefined ? [] : await readAction(ctx, deps, listContacts, { q: search, limit: foundMax });
  await renderPage(ctx, 'campaign-preview', {
    campaignId,
    campaignHref: `/app/campaigns/${campaignId}`,
    search: search ?? '',
    people,
    warnings: data.warnings.map(forPeople),
    contacts: data.contacts.map((one) => ({
      ...one,
      skipReason: one.skipReason && wordsOf(one.skipReason),
      messages: one.messages.map((message) => ({ ...message, number: message.stepIndex + 1 })),
    })),
  });
}
