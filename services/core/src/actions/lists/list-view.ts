import { type Static, Type } from 'typebox';
import { resolveCompanyFilter } from '../../engine/companies/resolve-company-filter.ts';
import { resolveContactFilter } from '../../engine/contacts/resolve-contact-filter.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { countCompanies } from '../../store/companies/company-store.ts';
import { countContacts } from '../../store/contacts/contact-bulk-store.ts';
import { type ListRecord, listKinds, listMemberTypes } from '../../store/lists/list-store.ts';
import { SavedFilter } from './saved-filter.ts';

export const ListView = Named(
  'List',
  Type.Object({
    id: Type.String({ description: 'lst_….' }),
    name: Type.String({ description: 'Name, unique in the workspace.' }),
    description: Nullable(Type.String({ description: 'What it is for.' })),
    kind: OneOf(listKinds, { description: 'static: members are put in; dynamic: all that match the filter.' }),
    memberType: OneOf(listMemberTypes, { description: 'What it holds.' }),
    filter: Nullable(Described(SavedFilter, 'Filter of a dynamic list.')),
    memberCount: Nullable(Type.Integer({ description: 'Members; null for a dynamic list in a listing.' })),
    createdBy: Type.String({ description: 'Who made it: the id of a user, key or client.' }),
    createdAt: Timestamp('When it was made.'),
    updatedAt: Timestamp('When name, description or filter last changed.'),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
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
