import { counted } from '../../domain/text/counted.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { markOutdated } from '../../engine/scoring/outdated-scores.ts';
import { Id, Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { fieldsParameter, Selected, selectFields } from '../definition/select-fields.ts';
import { CompanyView, requireCompany, toCompanyView } from './company-view.ts';

export const getCompany = defineRead({
  name: 'get_company',
  title: 'Get a company',
  summary: 'Get one company.',
  description:
    'Returns one company by its ID (com_…), with all fields. To find IDs, use list_companies. For its people, ' +
    'use list_company_contacts.',
  method: 'get',
  path: '/companies/{companyId}',
  scope: 'companies:read',
  input: Input({ companyId: Id('com', 'The company.'), ...fieldsParameter(CompanyView) }),
  output: Selected(CompanyView),
  errors: ['not_found'],
  untrusted: ['description'],

  async run({ companyId, fields }, ctx) {
    const company = await requireCompany(companyId, ctx);
    const [shown = company] = await markOutdated(ctx.workspaceId, [company]);
    const summary = `${companyLabel(company)}: ${counted(company.contactCount, 'contact')}.`;
    return { data: selectFields(toCompanyView(shown), fields), summary };
  },
});
