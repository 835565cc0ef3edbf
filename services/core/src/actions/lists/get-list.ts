import { countCompanies } from '../../store/crm/company-store.ts';
import { countContacts } from '../../store/crm/contact-bulk-store.ts';
import { resolveCompanyFilter } from '../companies/resolve-company-filter.ts';
import { resolveContactFilter } from '../contacts/resolve-contact-filter.ts';
import { defineRead } from '../define-action.ts';
import { Id, Input } from '../schema.ts';
import { ListView, requireList, toListView } from './list-view.ts';

const countedMax = 10_000;

export const getList = defineRead({
  name: 'get_list',
  title: 'Get a list',
  summary: 'Read one list.',
  description:
    'Reads one list: name, kind, filter and number of members. Members of a dynamic list are counted up to 10,000. For the members themselves use list_list_members.',
  method: 'get',
  path: '/lists/{listId}',
  scope: 'lists:read',
  input: Input({ listId: Id('lst', 'The list.') }),
  output: ListView,
  errors: ['not_found'],

  async run({ listId }, ctx) {
    const list = await requireList(listId, ctx);
    if (list.kind === 'static') {
      return { data: toListView(list), summary: `${list.name}: ${list.memberCount} members.` };
    }
    const count =
      list.memberType === 'contact'
        ? await countContacts(ctx.workspaceId, await resolveContactFilter({ listId }, ctx), countedMax)
        : await countCompanies(ctx.workspaceId, await resolveCompanyFilter({ listId }, ctx), countedMax);
    const more = count === countedMax ? ' or more' : '';
    return { data: toListView(list, count), summary: `${list.name}: ${count}${more} members.` };
  },
});
