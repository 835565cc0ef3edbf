import { Type } from 'typebox';
import { pageSummary } from '../../domain/text/counted.ts';
import { companyFilterProperties } from '../../engine/companies/company-filter.ts';
import { resolveCompanyFilter } from '../../engine/companies/resolve-company-filter.ts';
import { markOutdated } from '../../engine/scoring/outdated-scores.ts';
import { Input, OneOf, paging } from '../../schema/schema.ts';
import { listCompanies as findCompanyPage } from '../../store/companies/company-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { fieldsParameter, Selected, selectFields } from '../definition/select-fields.ts';
import { CompanyView, toCompanyView } from './company-view.ts';

const sorts = ['-id', 'id', 'name', '-updatedAt', 'updatedAt', '-score.value'] as const;

export const listCompanies = defineRead({
  name: 'list_companies',
  title: 'List companies',
  summary: 'List companies by filters, newest first.',
  description:
    'Lists stored companies, newest first. Filter by domain, industry, size, country, technology, list, tag, ' +
    'score, or q for words in the name, domain, and industry. With several broad filters, a page can have ' +
    'fewer results than limit; nextCursor continues. For companies that are not stored yet, use ' +
    'search_companies.',
  method: 'get',
  path: '/companies',
  scope: 'companies:read',
  input: Input({
    ...companyFilterProperties,
    sort: Type.Optional(OneOf(sorts, { description: 'Sort order. "-" is descending.' })),
    ...fieldsParameter(CompanyView),
    ...paging,
  }),
  output: Type.Array(Selected(CompanyView)),
  errors: ['not_found'],
  untrusted: ['[].description'],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await findCompanyPage(ctx.workspaceId, await resolveCompanyFilter(input, ctx), request);
    const companies = await markOutdated(ctx.workspaceId, found.items);
    const data = companies.map((company) => selectFields(toCompanyView(company), input.fields));
    const page = ctx.pager.answer(input, request, found);
    return { data, page, summary: pageSummary(found.items.length, 'company', page) };
  },
});
