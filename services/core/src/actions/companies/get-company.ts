import { defineRead } from '../define-action.ts';
import { Id, Input } from '../schema.ts';
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
  input: Input({ companyId: Id('com', 'The company.') }),
  output: CompanyView,
  errors: ['not_found'],
  untrusted: ['description'],

  async run({ companyId }, ctx) {
    const company = await requireCompany(companyId, ctx);
    return { data: toCompanyView(company), summary: `${company.name}: ${company.contactCount} contacts.` };
  },
});
