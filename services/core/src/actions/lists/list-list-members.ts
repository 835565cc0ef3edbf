import { Type } from 'typebox';
import { contactLabel } from '../../domain/contacts/contact.ts';
import { counted } from '../../domain/text/counted.ts';
import { resolveCompanyFilter } from '../../engine/companies/resolve-company-filter.ts';
import { resolveContactFilter } from '../../engine/contacts/resolve-contact-filter.ts';
import { requireList } from '../../engine/lists/require-list.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Id, Input, Nullable, OneOf, paging } from '../../schema/schema.ts';
import { listCompanies } from '../../store/companies/company-store.ts';
import { listContacts } from '../../store/contacts/contact-store.ts';
import { defineRead } from '../definition/define-action.ts';

const MemberView = Type.Object({
  type: OneOf(['contact', 'company'], { description: 'Type of the member.' }),
  id: Type.String({ description: 'con_… or com_….' }),
  name: ForeignName(Type.String({ description: 'Name of the person or company.' })),
  email: Nullable(Type.String({ description: 'Email address of the person.' })),
  companyName: Nullable(ForeignName(Type.String({ description: 'Name of the company.' }))),
  domain: Nullable(Type.String({ description: 'Domain of the company.' })),
});

export const listListMembers = defineRead({
  name: 'list_list_members',
  title: 'List the members of a list',
  summary: 'List the members of a list, newest first.',
  description:
    'Lists the members of a static or dynamic list, newest first, in brief (ID, name, email address, ' +
    'company). For all fields and more filters, use list_contacts or list_companies with listId.',
  method: 'get',
  path: '/lists/{listId}/members',
  scope: 'lists:read',
  input: Input({ listId: Id('lst', 'The list.'), ...paging }),
  output: Type.Array(MemberView),
  errors: ['not_found'],
  isPaged: true,

  async run(input, ctx) {
    const { listId } = input;
    const list = await requireList(listId, ctx);
    const request = ctx.pager.request(input, '-id');
    if (list.memberType === 'company') {
      const found = await listCompanies(ctx.workspaceId, await resolveCompanyFilter({ listId }, ctx), request);
      const data = found.items.map(({ id, name, domain }) => ({
        type: 'company' as const,
        id,
        name,
        email: null,
        companyName: name,
        domain: domain ?? null,
      }));
      return { data, page: ctx.pager.answer(input, request, found), summary: `${counted(data.length, 'company')}.` };
    }
    const found = await listContacts(ctx.workspaceId, await resolveContactFilter({ listId }, ctx), request);
    const data = found.items.map((contact) => ({
      type: 'contact' as const,
      id: contact.id,
      name: contactLabel(contact),
      email: contact.email ?? null,
      companyName: contact.companyName ?? null,
      domain: contact.companyDomain ?? null,
    }));
    return { data, page: ctx.pager.answer(input, request, found), summary: `${counted(data.length, 'contact')}.` };
  },
});
