import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { ContactView, toContactView } from '../../engine/contacts/contact-view.ts';
import { markOutdated } from '../../engine/scoring/outdated-scores.ts';
import { Id, Input, paging } from '../../schema/schema.ts';
import { listContacts } from '../../store/contacts/contact-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { requireCompany } from './company-view.ts';

export const listCompanyContacts = defineRead({
  name: 'list_company_contacts',
  title: 'List the contacts of a company',
  summary: 'List the contacts of a company, newest first.',
  description:
    'Lists the contacts linked to a company, newest first, with all fields. To filter them further, use list_contacts with companyId.',
  method: 'get',
  path: '/companies/{companyId}/contacts',
  scope: ['companies:read', 'contacts:read'],
  input: Input({ companyId: Id('com', 'The company.'), ...paging }),
  output: Type.Array(ContactView),
  errors: ['not_found'],
  isPaged: true,

  async run(input, ctx) {
    const company = await requireCompany(input.companyId, ctx);
    const request = ctx.pager.request(input, '-id');
    const found = await listContacts(ctx.workspaceId, { filter: { companyId: company.id } }, request);
    const page = ctx.pager.answer(input, request, found);
    const summary = `${counted(found.items.length, 'contact')} of ${companyLabel(company)}.`;
    const contacts = await markOutdated(ctx.workspaceId, found.items);
    return { data: contacts.map((contact) => toContactView(contact)), page, summary };
  },
});
