import type { FactsOf } from '../../domain/fields/fields.ts';
import { listFields } from '../../domain/lists/list-fields.ts';
import { nameKeyOf } from '../../domain/text/name-key.ts';
import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { pathsOf } from '../documents/field-paths.ts';
import { findPage } from '../documents/find-page.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { string } from '../documents/paths.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';

export const listsMax = 1_000;

export type ListDoc = DocOf<typeof ListModel>;

export type ListRecord = RecordOf<ListDoc>;

const ListModel = defineModel(
  'List',
  'lists',
  stored({
    workspaceId: string,
    ...pathsOf(listFields),
    /** Name in lower case, unique in the workspace. */
    nameKey: string,
  })
    .index({ workspaceId: 1, nameKey: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, kind: 1, _id: 1 }),
  'list',
);

type NewList = FactsOf<typeof listFields> &
  Pick<ListDoc, 'name' | 'kind' | 'memberType' | 'createdBy'> &
  Partial<Pick<ListDoc, 'filter'>>;

export async function insertList(workspaceId: string, list: NewList, now: Date): Promise<ListRecord> {
  return createRecord(ListModel, {
    ...list,
    _id: newId('lst'),
    workspaceId,
    nameKey: nameKeyOf(list.name),
    createdAt: now,
    updatedAt: now,
  });
}

export async function findList(workspaceId: string, listId: string): Promise<ListRecord | null> {
  const found = await ListModel.findOne({ workspaceId, _id: listId }).lean<ListDoc>();
  return found && toRecord(found);
}

/** Returns many lists in no particular order. */
export async function findLists(workspaceId: string, listIds: string[]): Promise<ListRecord[]> {
  const found = await ListModel.find({ workspaceId, _id: { $in: listIds } })
    .limit(listsMax)
    .lean<ListDoc[]>();
  return found.map(toRecord);
}

export async function findListByName(workspaceId: string, name: string): Promise<ListRecord | null> {
  const found = await ListModel.findOne({ workspaceId, nameKey: nameKeyOf(name) }).lean<ListDoc>();
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
  changes: Partial<NewList>,
  now: Date,
): Promise<ListRecord | null> {
  const key = changes.name === undefined ? {} : { nameKey: nameKeyOf(changes.name) };
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
