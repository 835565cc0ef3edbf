import { counted } from '../../domain/text/counted.ts';
import { Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { ProspectCompanyView, searchAnswer } from './prospect-views.ts';
import { runSearch } from './run-search.ts';
import { companyCriteriaProperties, toCompanyCriteria } from './search-criteria.ts';

export const searchCompanies = defineRead({
  name: 'search_companies',
  title: 'Search for companies',
  summary: 'Find companies that are not stored yet, by criteria or a plain description. Free.',
  description:
    'Finds new companies by structured criteria (industries, sizes, revenue, places, technologies, keywords, ' +
    'founding year), by a plain description such as "SaaS companies using Kubernetes in London", or both. ' +
    'Free. Values of one criterion are alternatives, and all criteria must match. facets counts values among ' +
    'all results. To find people there, pass the domains to search_people as companyDomains.',
  method: 'post',
  path: '/search/companies',
  scope: 'search:read',
  input: Input(companyCriteriaProperties),
  output: searchAnswer('companies', ProspectCompanyView),
  errors: ['provider_failed'],
  isPaged: true,
  example: { description: 'renewable energy companies that build solar parks', countries: ['ES'] },

  async run(input, ctx) {
    const criteria = toCompanyCriteria(input);
    const { found, unmatched, page } = await runSearch('companies', input, ctx, (window) =>
      ctx.ports.prospects.searchCompanies(ctx.workspaceId, criteria, window),
    );
    const { items, total, facets, sources } = found;
    const companies = items.map(({ register = null, ...company }) => ({
      ...company,
      isInvented: ctx.ports.prospects.isInvented(company.id),
      register: register && { ...register, importedAt: register.importedAt.toISOString() },
    }));
    const summary = [...unmatched, `Found ${counted(total, 'company')}.`].join(' ');
    return { data: { unmatched, total, companies, facets, sources }, page, summary };
  },
});
