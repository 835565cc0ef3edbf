import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { date, number, object, optional, string, stringOf, withDefault } from '../documents/paths.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';

export const listKinds = ['static', 'dynamic'] as const;
export const listMemberTypes = ['contact', 'company'] as const;
export const listsMax = 1_000;

export type ListDoc = DocOf<typeof ListModel>;

export type ListRecord = RecordOf<ListDoc>;

const ListModel = defineModel(
  'List',
  'lists',
  stored({
    workspaceId: string,
    name: string,
    /** Name in lower case, unique in the workspace. */
    nameKey: string,
    description: optional(string),
    kind: stringOf<(typeof listKinds)[number]>(),
    memberType: stringOf<(typeof listMemberTypes)[number]>(),
    /** Dynamic lists: the saved filter, in the form that list_contacts takes. */
    filter: optional(object<Record<string, unknown>>()),
    /** Static lists: updated with every change of members. */
    memberCount: withDefault(number, 0),
    createdBy: string,
    createdAt: date,
    updatedAt: date,
    version: withDefault(number, 1),
  })
    .index({ workspaceId: 1, nameKey: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, kind: 1, _id: 1 }),
);

export function listNameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export type NewList = Pick<ListDoc, 'name' | 'kind' | 'memberType' | 'createdBy'> &
  Partial<Pick<ListDoc, 'description' | 'filter'>>;

export async function insertList(workspaceId: string, list: NewList, now: Date): Promise<ListRecord> {
  return createRecord(ListModel, {
    ...list,
    _id: newId('lst'),
    workspaceId,
    nameKey: listNameKey(list.name),
    createdAt: now,
    updatedAt: now,
  });
}

export async function findList(workspaceId: string, listId: string): Promise<ListRecord | null> {
  const found = await ListModel.findOne({ workspaceId, _id: listId }).lean<ListDoc>();
  return found && toRecord(found);
}

export async function findListByName(workspaceId: string, name: string): Promise<ListRecord | null> {
  const found = await ListModel.findOne({ workspaceId, nameKey: listNameKey(name) }).lean<ListDoc>();
  return found && toRecord(found);
}

/** Dynamic list whose filter names a custom field. */
export async function findListFilteringBy(workspaceId: string, key: string): Promise<ListRecord | null> {
  const dynamic = ListModel.findOne({ workspaceId, kind: 'dynamic' });
  const found = await dynamic.where(`filter.customFields.${key}`).exists(true).lean<ListDoc>();
  return found && toRecord(found);
}

export function countLists(workspaceId: string): Promise<number> {
  return ListModel.countDocuments({ workspaceId }).limit(listsMax);
}

export function listLists(
  workspaceId: string,
  filter: { kind?: string; memberType?: string },
  page: PageRequest,
): Promise<PageResult<ListRecord>> {
  return findPage<ListDoc>(ListModel, { workspaceId, ...given(filter) }, page);
}

export async function updateList(
  workspaceId: string,
  listId: string,
  changes: Partial<Pick<ListDoc, 'name' | 'description' | 'filter'>>,
  now: Date,
): Promise<ListRecord | null> {
  const key = changes.name === undefined ? {} : { nameKey: listNameKey(changes.name) };
  const changed = await ListModel.findOneAndUpdate(
    { workspaceId, _id: listId },
    { ...setAndUnset({ ...changes, ...key, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<ListDoc>();
  return changed && toRecord(changed);
}

export async function deleteList(workspaceId: string, listId: string): Promise<void> {
  await ListModel.deleteOne({ workspaceId, _id: listId });
}

/** Call with every change of members, in the same transaction. */
export async function changeMemberCount(workspaceId: string, listIds: string[], by: number): Promise<void> {
  if (listIds.length === 0 || by === 0) return;
  await ListModel.updateMany({ workspaceId, _id: { $in: listIds } }, { $inc: { memberCount: by } });
}
