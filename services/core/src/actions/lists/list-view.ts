import { type Static, Type } from 'typebox';
import { AppError, notFound } from '../../errors.ts';
import { findList, findListByName, type ListRecord, listKinds, listMemberTypes } from '../../store/crm/list-store.ts';
import type { ActionContext } from '../action-context.ts';
import { Described, Nullable, OneOf, Timestamp } from '../schema.ts';
import { SavedFilter } from './saved-filter.ts';

export const ListView = Type.Object({
  id: Type.String({ description: 'lst_….' }),
  name: Type.String({ description: 'Name, unique in the workspace.' }),
  description: Nullable(Type.String({ description: 'What it is for.' })),
  kind: OneOf(listKinds, { description: 'static: members are put in; dynamic: whoever matches the filter.' }),
  memberType: OneOf(listMemberTypes, { description: 'What it holds.' }),
  filter: Nullable(Described(SavedFilter, 'Filter of a dynamic list.')),
  memberCount: Nullable(Type.Integer({ description: 'Members; null for a dynamic list in a listing.' })),
  createdBy: Type.String({ description: 'Who made it: the id of a user, key or client.' }),
  createdAt: Timestamp('When it was made.'),
  updatedAt: Timestamp('When name, description or filter last changed.'),
  version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
});

export type ListView = Static<typeof ListView>;

export const toListView = (list: ListRecord, dynamicCount: number | null = null): ListView => ({
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
});

export const requireList = async (listId: string, ctx: ActionContext): Promise<ListRecord> => {
  const list = await findList(ctx.workspaceId, listId);
  if (list === null) throw notFound('list', listId);
  return list;
};

export const refuseTakenName = async (name: string, ctx: ActionContext, ownId?: string): Promise<void> => {
  const existing = await findListByName(ctx.workspaceId, name);
  if (existing === null || existing.id === ownId) return;
  throw new AppError('already_exists', `A list named "${existing.name}" exists: ${existing.id}.`, {
    field: 'name',
    existingId: existing.id,
  });
};
