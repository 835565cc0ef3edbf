import { Schema } from 'mongoose';
import { newId } from '../../domain/ids.ts';
import type { PageRequest, PageResult } from '../../domain/paging.ts';
import { defineModel, toRecord } from '../define-model.ts';
import { findPage } from '../find-page.ts';
import { setAndUnset } from '../set-and-unset.ts';

export const listKinds = ['static', 'dynamic'] as const;
export const listMemberTypes = ['contact', 'company'] as const;
export const listsMax = 1_000;

export interface ListDoc {
  _id: string;
  workspaceId: string;
  name: string;
  /** Lower-cased name: unique in the workspace. */
  nameKey: string;
  description?: string;
  kind: (typeof listKinds)[number];
  memberType: (typeof listMemberTypes)[number];
  /** Dynamic lists: the saved filter, as list_contacts takes it. */
  filter?: Record<string, unknown>;
  /** Static lists: kept with every change of members. */
  memberCount: number;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type ListRecord = Omit<ListDoc, '_id'> & { id: string };

const ListModel = defineModel<ListDoc>(
  'List',
  'lists',
  new Schema({
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    nameKey: { type: String, required: true },
    description: String,
    kind: { type: String, required: true },
    memberType: { type: String, required: true },
    filter: { type: Object },
    memberCount: { type: Number, default: 0 },
    createdBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
  })
    .index({ workspaceId: 1, nameKey: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, kind: 1, _id: 1 }),
);

export const listNameKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();

export type NewList = Pick<ListDoc, 'name' | 'kind' | 'memberType' | 'createdBy'> &
  Partial<Pick<ListDoc, 'description' | 'filter'>>;

export const insertList = async (workspaceId: string, list: NewList, now: Date): Promise<ListRecord> => {
  const [created] = await ListModel.create([
    { ...list, _id: newId('lst'), workspaceId, nameKey: listNameKey(list.name), createdAt: now, updatedAt: now },
  ]);
  return toRecord((created as unknown as { toObject(): ListDoc }).toObject());
};

export const findList = async (workspaceId: string, listId: string): Promise<ListRecord | null> => {
  const found = await ListModel.findOne({ workspaceId, _id: listId }).lean<ListDoc>();
  return found && toRecord(found);
};

export const findListByName = async (workspaceId: string, name: string): Promise<ListRecord | null> => {
  const found = await ListModel.findOne({ workspaceId, nameKey: listNameKey(name) }).lean<ListDoc>();
  return found && toRecord(found);
};

export const countLists = (workspaceId: string): Promise<number> =>
  ListModel.countDocuments({ workspaceId }).limit(listsMax);

export const listLists = (
  workspaceId: string,
  filter: { kind?: string; memberType?: string },
  page: PageRequest,
): Promise<PageResult<ListRecord>> => {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return findPage<ListDoc>(ListModel, { workspaceId, ...given }, page);
};

export const updateList = async (
  workspaceId: string,
  listId: string,
  changes: Partial<Pick<ListDoc, 'name' | 'description' | 'filter'>>,
  now: Date,
): Promise<ListRecord | null> => {
  const key = changes.name === undefined ? {} : { nameKey: listNameKey(changes.name) };
  const changed = await ListModel.findOneAndUpdate(
    { workspaceId, _id: listId },
    { ...setAndUnset({ ...changes, ...key, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<ListDoc>();
  return changed && toRecord(changed);
};

export const deleteList = async (workspaceId: string, listId: string): Promise<void> => {
  await ListModel.deleteOne({ workspaceId, _id: listId });
};

/** Call with every change of members, in its transaction. */
export const changeMemberCount = async (workspaceId: string, listIds: string[], by: number): Promise<void> => {
  if (listIds.length === 0 || by === 0) return;
  await ListModel.updateMany({ workspaceId, _id: { $in: listIds } }, { $inc: { memberCount: by } });
};
