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
  summary: 'Read one company.',
  description:
    'Reads one company by its id (com_…), with all fields. Use list_companies to find ids and list_company_contacts for its people.',
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
