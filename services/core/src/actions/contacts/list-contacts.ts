import { Type } from 'typebox';
import { pageSummary } from '../../domain/text/counted.ts';
import { contactFilterProperties } from '../../engine/contacts/contact-filter.ts';
import { ContactView, toContactView } from '../../engine/contacts/contact-view.ts';
import { resolveContactFilter } from '../../engine/contacts/resolve-contact-filter.ts';
import { markOutdated } from '../../engine/scoring/outdated-scores.ts';
import { Input, OneOf, paging } from '../../schema/schema.ts';
import { listContacts as findContactPage } from '../../store/contacts/contact-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { fieldsParameter, Selected, selectFields } from '../definition/select-fields.ts';

const sorts = ['-id', 'id', '-updatedAt', 'updatedAt', '-score.value'] as const;

export const listContacts = defineRead({
  name: 'list_contacts',
  title: 'List contacts',
  summary: 'List contacts by filters, newest first.',
  description:
    'Lists stored contacts, newest first. Filter by emailStatus (such as valid), stage, legal basis, company, ' +
    'list, tag, score, source, dates, replies, where (see query_contacts), or q for words in the name, email ' +
    'address, company, and title. A page can have fewer results than limit; nextCursor continues. For new ' +
    'people who are not stored yet, use search_people.',
  method: 'get',
  path: '/contacts',
  scope: 'contacts:read',
  input: Input({
    ...contactFilterProperties,
    sort: Type.Optional(OneOf(sorts, { description: 'Sort order. "-" is descending.' })),
    ...fieldsParameter(ContactView),
    ...paging,
  }),
  output: Type.Array(Selected(ContactView)),
  errors: ['not_found'],
  isEverydayTool: true,
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await findContactPage(ctx.workspaceId, await resolveContactFilter(input, ctx), request);
    const contacts = await markOutdated(ctx.workspaceId, found.items);
    const data = contacts.map((contact) => selectFields(toContactView(contact), input.fields));
    const page = ctx.pager.answer(input, request, found);
    return { data, page, summary: pageSummary(found.items.length, 'contact', page) };
  },
});
