import { resolveCompanyFilter } from '../../engine/companies/resolve-company-filter.ts';
import { companyQueryFields } from '../../engine/fields/query/record-query-fields.ts';
import { markOutdated } from '../../engine/scoring/outdated-scores.ts';
import { companyQueries } from '../../store/companies/company-store.ts';
import { defineQuery } from '../definition/define-query.ts';
import { CompanyView, toCompanyView } from './company-view.ts';

export const queryCompanies = defineQuery({
  noun: 'company',
  name: 'query_companies',
  title: 'Query companies',
  summary: 'Find companies by any combination of conditions.',
  path: '/companies/query',
  scope: 'companies:read',
  view: CompanyView,
  queries: companyQueries,
  defaultSort: '-id',
  fields: companyQueryFields,
  resolve: (where, ctx) => resolveCompanyFilter(where === undefined ? {} : { where }, ctx),
  example: { where: { field: 'employeeCount', op: 'between', value: [50, 200] } },

  async toViews(companies, ctx) {
    return (await markOutdated(ctx.workspaceId, companies)).map(toCompanyView);
  },
});
