import { getCompany } from '../../actions/companies/get-company.ts';
import { updateCompany } from '../../actions/companies/update-company.ts';
import { listContacts } from '../../actions/contacts/list-contacts.ts';
import { listFacts } from '../../actions/prospects/facts/list-facts.ts';
import { explainScore } from '../../actions/scoring/explain-score.ts';
import { companyFields } from '../../domain/companies/company-fields.ts';
import { type EditedRecord, editablePage, formsOfParts, type RefusedPart } from '../do/edit-in-place.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { furtherFacts, furtherSettable } from '../records/further-facts.ts';
import { pagedList } from '../records/paged-list.ts';
import { commandsOn } from '../records/record-page.ts';

/** Fields that are edited in place, by part. */
// biome-ignore format: one part of the form per line.
const about = [
  'name', 'description', 'domain', 'websiteUrl', 'industry', 'employeeCount', 'employeeRange', 'revenueRange',
  'foundedYear', 'type', 'location', 'technologies', 'keywords',
];
const custom = ['customFields'];
/** Fields that the page shows in its own way, or that are not for people. */
// biome-ignore format: one group per line.
const placed = [
  ...about, ...custom,
  'tags', 'listIds', 'score', 'contactCount', 'isInvented', 'createdAt', 'updatedAt', 'version',
];

const edited: EditedRecord = {
  action: updateCompany,
  idField: 'companyId',
  parts: { about: [...about, ...furtherSettable(companyFields, placed)], custom },
};

/** Facts on the page. The page of all facts has the rest. */
const shownMax = 20;

export function companyPages(router: WebRouter, deps: WebDeps): void {
  editablePage(router, deps, edited, show);
}

async function show(ctx: WebContext, deps: WebDeps, refused?: RefusedPart): Promise<void> {
  const companyId = ctx.params.companyId!;
  const company = await readAction(ctx, deps, getCompany, { companyId });
  const score = company.score && (await readAction(ctx, deps, explainScore, { recordId: companyId }));
  const page = await pagedList(ctx, deps, listContacts, {}, { companyId });
  const commands = commandsOn('companyId', companyId, `/app/companies/${companyId}`);
  const facts = await readAction(ctx, deps, listFacts, { subjectId: companyId, limit: shownMax });
  const edit = await formsOfParts(ctx, deps, edited, company, refused);
  const further = furtherFacts(companyFields, company, placed);
  await renderPage(ctx, 'company', {
    ...page,
    company,
    further,
    score,
    contacts: page.items,
    facts,
    shownMax,
    commands,
    edit,
  });
}
