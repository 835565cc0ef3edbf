import { getCompany } from '../../actions/companies/get-company.ts';
import { updateCompany } from '../../actions/companies/update-company.ts';
import { listContacts } from '../../actions/contacts/list-contacts.ts';
import { explainScore } from '../../actions/scoring/explain-score.ts';
import { type EditedRecord, editablePage, formsOfParts, type RefusedPart } from '../do/edit-in-place.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { pagedList } from '../records/paged-list.ts';
import { commandsOn } from '../records/record-page.ts';

/** Fields that are edited in place, by part. */
const parts = {
  about: [
    'name',
    'description',
    'domain',
    'websiteUrl',
    'industry',
    'employeeCount',
    'employeeRange',
    'revenueRange',
    'foundedYear',
    'type',
    'location',
    'technologies',
    'keywords',
  ],
  custom: ['customFields'],
};

const edited: EditedRecord = { action: updateCompany, idField: 'companyId', parts };

export function companyPages(router: WebRouter, deps: WebDeps): void {
  editablePage(router, deps, edited, show);
}

async function show(ctx: WebContext, deps: WebDeps, refused?: RefusedPart): Promise<void> {
  const companyId = ctx.params.companyId!;
  const company = await readAction(ctx, deps, getCompany, { companyId });
  const score = company.score && (await readAction(ctx, deps, explainScore, { recordId: companyId }));
  const page = await pagedList(ctx, deps, listContacts, {}, { companyId });
  const commands = commandsOn('companyId', companyId, `/app/companies/${companyId}`);
  const edit = await formsOfParts(ctx, deps, edited, company, refused);
  await renderPage(ctx, 'company', { ...page, company, score, contacts: page.items, commands, edit });
}
