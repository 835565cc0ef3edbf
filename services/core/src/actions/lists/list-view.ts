import type { Static } from 'typebox';
import { viewSchema } from '../../domain/fields/field-views.ts';
import { listFields } from '../../domain/lists/list-fields.ts';
import { resolveCompanyFilter } from '../../engine/companies/resolve-company-filter.ts';
import { resolveContactFilter } from '../../engine/contacts/resolve-contact-filter.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { Described, Named, Nullable } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { countCompanies } from '../../store/companies/company-store.ts';
import { countContacts } from '../../store/contacts/contact-store.ts';
import type { ListRecord } from '../../store/lists/list-store.ts';
import { SavedFilter } from './saved-filter.ts';

export const ListView = Named(
  'List',
  viewSchema(listFields, {
    filter: Nullable(Described(SavedFilter, 'Filter of a dynamic list.')),
    memberCount: Nullable(listFields.memberCount.schema),
  }),
);

export type ListView = Static<typeof ListView>;

/** Maximum members counted in a dynamic list. */
export const dynamicMembersMax = 10_000;

/** List with its member count. */
export async function toCountedListView(list: ListRecord, ctx: ActionContext): Promise<ListView> {
  return toListView(list, list.kind === 'dynamic' ? await countDynamic(list, ctx) : null);
}

async function countDynamic({ id: listId, memberType }: ListRecord, ctx: ActionContext): Promise<number> {
  return memberType === 'contact'
    ? countContacts(ctx.workspaceId, await resolveContactFilter({ listId }, ctx), dynamicMembersMax)
    : countCompanies(ctx.workspaceId, await resolveCompanyFilter({ listId }, ctx), dynamicMembersMax);
}

export function toListView(list: ListRecord, dynamicCount: number | null = null): ListView {
  return viewOf(ListView, list, {
    filter: (list.filter as Static<typeof SavedFilter> | undefined) ?? null,
    memberCount: list.kind === 'static' ? list.memberCount : dynamicCount,
  });
}
