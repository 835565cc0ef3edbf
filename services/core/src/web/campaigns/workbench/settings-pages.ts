import { updateCampaign } from '../../../actions/campaigns/update-campaign.ts';
import { listMailboxes } from '../../../actions/mailboxes/list-mailboxes.ts';
import { memberIn, requireMember } from '../../chain/load-visitor.ts';
import { type EditedRecord, formsOfParts, type RefusedPart, savePart } from '../../do/edit-in-place.ts';
import { zoneOfForms } from '../../do/form-page.ts';
import { readAction } from '../../do/perform-action.ts';
import type { FormField } from '../../forms/describe-form.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { readCampaign } from './change-steps.ts';
import { workbenchHead } from './workbench-head.ts';

/** Fields of each page. */
const parts = {
  // biome-ignore format: a list of names.
  schedule: [
    'mailboxIds', 'window', 'startAt', 'endAt', 'dailyCap', 'newPerDayCap', 'perCompanyDailyCap', 'sendsOnHolidays',
  ],
  // biome-ignore format: a list of names.
  options: [
    'name', 'goal', 'stopOnReply', 'stopCompanyOnReply', 'onePerCompany', 'allowedEmailStatuses', 'unsubscribe',
    'approval',
  ],
};
const edited: EditedRecord = { action: updateCampaign, idField: 'campaignId', parts };

/** Schedule and options of a campaign, each a form. */
export function campaignSettingsPages(router: WebRouter, deps: WebDeps): void {
  for (const part of Object.keys(parts)) {
    const path = `/app/campaigns/:campaignId/${part}`;
    router.get(path, requireMember, (ctx) => show(ctx, deps, part));
    router.post(path, requireMember, async (ctx) => {
      const refused = await savePart(ctx, deps, edited, part);
      if (refused === undefined) return ctx.redirect(ctx.path);
      ctx.status = 422;
      await show(ctx, deps, part, refused);
    });
  }
}

async function show(ctx: WebContext, deps: WebDeps, part: string, refused?: RefusedPart): Promise<void> {
  const campaign = await readCampaign(ctx, deps);
  const forms = await formsOfParts(ctx, deps, edited, campaign, refused);
  const mailboxes = part === 'schedule' ? await readAction(ctx, deps, listMailboxes, {}) : [];
  const form = forms[part]!;
  await renderPage(ctx, part === 'schedule' ? 'campaign-schedule' : 'campaign-options', {
    ...(await workbenchHead(ctx, campaign)),
    part: { ...form, path: ctx.path },
    field: fieldsByPath(form.fields),
    mailboxes: mailboxes.map(({ id, address, state, capToday, sentToday }) => {
      return {
        id,
        address,
        state,
        capToday,
        free: Math.max(0, capToday - sentToday),
        isChosen: campaign.mailboxIds.includes(id),
      };
    }),
    usual: memberIn(ctx).workspace.settings.window,
    zones: Intl.supportedValuesOf('timeZone'),
    formZone: zoneOfForms(ctx),
  });
}

/** Controls by path, for a template: `window_from` for `window.from`. */
function fieldsByPath(fields: FormField[]): Record<string, FormField> {
  const all = fields.flatMap((field) => [field, ...(field.fields ?? [])]);
  return Object.fromEntries(all.map((field) => [field.path.replaceAll('.', '_'), field]));
}
