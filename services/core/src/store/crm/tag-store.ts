import { Schema } from 'mongoose';
import { newId } from '../../domain/ids.ts';
import type { PageRequest, PageResult } from '../../domain/paging.ts';
import { defineModel, toRecord } from '../define-model.ts';
import { findPage } from '../find-page.ts';
import { setAndUnset } from '../set-and-unset.ts';

export const tagsMax = 1_000;

/** A tag that contacts and companies carry by its name. */
export interface TagDoc {
  _id: string;
  workspaceId: string;
  name: string;
  colour?: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type TagRecord = Omit<TagDoc, '_id'> & { id: string };

const TagModel = defineModel<TagDoc>(
  'Tag',
  'tags',
  new Schema({
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    colour: String,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
  })
    .index({ workspaceId: 1, name: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 }),
);

export const insertTag = async (
  workspaceId: string,
  tag: { name: string; colour?: string },
  now: Date,
): Promise<TagRecord> => {
  const document = { ...tag, _id: newId('tag'), workspaceId, createdAt: now, updatedAt: now, version: 1 };
  await TagModel.create([document]);
  return toRecord(document);
};

export const findTag = async (workspaceId: string, tagId: string): Promise<TagRecord | null> => {
  const found = await TagModel.findOne({ workspaceId, _id: tagId }).lean<TagDoc>();
  return found && toRecord(found);
};

export const findTagByName = async (workspaceId: string, name: string): Promise<TagRecord | null> => {
  const found = await TagModel.findOne({ workspaceId, name }).lean<TagDoc>();
  return found && toRecord(found);
};

/** Which of these names are not tags yet. */
export const findNewTags = async (workspaceId: string, names: string[]): Promise<string[]> => {
  const found = await TagModel.find({ workspaceId, name: { $in: names } })
    .limit(names.length)
    .lean<TagDoc[]>();
  const known = new Set(found.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
};

/** Makes tags of names that are used for the first time. Call inside a transaction. */
export const ensureTags = async (workspaceId: string, names: string[], now: Date): Promise<void> => {
  if (names.length === 0) return;
  for (const name of await findNewTags(workspaceId, names)) await insertTag(workspaceId, { name }, now);
};

export const countTags = (workspaceId: string): Promise<number> =>
  TagModel.countDocuments({ workspaceId }).limit(tagsMax);

export const listTags = (workspaceId: string, page: PageRequest): Promise<PageResult<TagRecord>> =>
  findPage<TagDoc>(TagModel, { workspaceId }, page);

export const updateTag = async (
  workspaceId: string,
  tagId: string,
  changes: { name?: string; colour?: string },
  now: Date,
): Promise<TagRecord | null> => {
  const changed = await TagModel.findOneAndUpdate(
    { workspaceId, _id: tagId },
    { ...setAndUnset({ ...changes, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<TagDoc>();
  return changed && toRecord(changed);
};

export const deleteTag = async (workspaceId: string, tagId: string): Promise<void> => {
  await TagModel.deleteOne({ workspaceId, _id: tagId });
};
