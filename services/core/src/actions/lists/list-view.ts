import { type Static, Type } from 'typebox';
import { resolveCompanyFilter } from '../../engine/companies/resolve-company-filter.ts';
import { resolveContactFilter } from '../../engine/contacts/resolve-contact-filter.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { countCompanies } from '../../store/companies/company-store.ts';
import { countContacts } from '../../store/contacts/contact-store.ts';
import { type ListRecord, listKinds, listMemberTypes } from '../../store/lists/list-store.ts';
import { SavedFilter } from './saved-filter.ts';

export const ListView = Named(
  'List',
  Type.Object({
    id: Type.String({ description: 'lst_….' }),
    name: Type.String({ description: 'Name, unique in the workspace.' }),
    description: Nullable(Type.String({ description: 'Purpose of the list.' })),
    kind: OneOf(listKinds, { description: 'static: members are added. dynamic: members match the filter.' }),
    memberType: OneOf(listMemberTypes, { description: 'Type of the members.' }),
    filter: Nullable(Described(SavedFilter, 'Filter of a dynamic list.')),
    memberCount: Nullable(Type.Integer({ description: 'Number of members. Null for a dynamic list in a listing.' })),
    createdBy: Type.String({ description: 'Creator: ID of a user, key, or client.' }),
    createdAt: Timestamp('Creation time.'),
    updatedAt: Timestamp('Time of the last change of its name, description, or filter.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
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
  return {
    id: list.id,
    name: list.name,
    description: list.description ?? null,
    kind: list.kind,
    memberType: list.memberType,
    filter: (list.filter as Static<typeof SavedFilter> | undefined) ?? null,
    memberCount: list.kind === 'static' ? list.memberCount : dynamicCount,
    createdBy: list.createdBy,
    createdAt: list.createdAt.toISOString(),
    updatedAt: list.updatedAt.toISOString(),
    version: list.version,
  };
}
