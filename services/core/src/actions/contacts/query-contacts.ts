import { ContactView, toContactView } from '../../engine/contacts/contact-view.ts';
import { resolveContactFilter } from '../../engine/contacts/resolve-contact-filter.ts';
import { contactQueryFields } from '../../engine/fields/query/record-query-fields.ts';
import { markOutdated } from '../../engine/scoring/outdated-scores.ts';
import { contactQueries } from '../../store/contacts/contact-store.ts';
import { defineQuery } from '../definition/define-query.ts';

export const queryContacts = defineQuery({
  noun: 'contact',
  name: 'query_contacts',
  title: 'Query contacts',
  summary: 'Find contacts by any combination of conditions.',
  path: '/contacts/query',
  scope: 'contacts:read',
  view: ContactView,
  queries: contactQueries,
  defaultSort: '-id',
  fields: contactQueryFields,
  resolve: (where, ctx) => resolveContactFilter(where === undefined ? {} : { where }, ctx),
  example: {
    where: {
      and: [
        { field: 'seniority', op: 'in', value: ['vp', 'head'] },
        { not: { field: 'lastContactedAt', op: 'within', value: '30d' } },
      ],
    },
  },

  async toViews(contacts, ctx) {
    return (await markOutdated(ctx.workspaceId, contacts)).map(toContactView);
  },
});
