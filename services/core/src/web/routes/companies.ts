import { companyQuery } from '../../actions/companies/company-filter.ts';
import { toCompanyView } from '../../actions/companies/company-view.ts';
import { getCompany } from '../../actions/companies/get-company.ts';
import { toContactView } from '../../actions/contacts/contact-view.ts';
import { explainScore } from '../../actions/scoring/explain-score.ts';
import { listCompanies } from '../../store/crm/company-store.ts';
import { listContacts } from '../../store/crm/contact-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { given, pagedList, searchIn } from '../paged-list.ts';
import { readAction } from '../perform-action.ts';
import { renderPage } from '../render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../web-deps.ts';

export const companyPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/companies', requireMember, (ctx) => showList(ctx, deps));
  router.get('/app/companies/:companyId', requireMember, (ctx) => show(ctx, deps));
};

async function showList(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const filter = given({ q: searchIn(ctx) });
  const page = await pagedList(ctx, deps, filter, (request) =>
    listCompanies(workspace.id, companyQuery(filter), request),
  );
  await renderPage(ctx, 'companies', { ...page, companies: page.items.map(toCompanyView), filter });
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const companyId = ctx.params.companyId!;
  const company = await readAction(ctx, deps, getCompany, { companyId });
  const score = company.score && (await readAction(ctx, deps, explainScore, { recordId: companyId }));
  const page = await pagedList(ctx, deps, {}, (request) => listContacts(workspace.id, { companyId }, request));
  await renderPage(ctx, 'company', { ...page, company, score, contacts: page.items.map(toContactView) });
}
