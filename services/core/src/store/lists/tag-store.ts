import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';

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
  new StoredSchema<TagDoc>({
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    colour: String,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
  }).index({ workspaceId: 1, name: 1 }, { unique: true }),
);

export async function insertTag(
  workspaceId: string,
  tag: { name: string; colour?: string },
  now: Date,
): Promise<TagRecord> {
  const document = { ...tag, _id: newId('tag'), workspaceId, createdAt: now, updatedAt: now, version: 1 };
  await TagModel.create([document]);
  return toRecord(document);
}

export async function findTag(workspaceId: string, tagId: string): Promise<TagRecord | null> {
  const found = await TagModel.findOne({ workspaceId, _id: tagId }).lean<TagDoc>();
  return found && toRecord(found);
}

export async function findTagByName(workspaceId: string, name: string): Promise<TagRecord | null> {
  const found = await TagModel.findOne({ workspaceId, name }).lean<TagDoc>();
  return found && toRecord(found);
}

/** Which of these names are not tags yet. */
export async function findNewTags(workspaceId: string, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const found = await TagModel.find({ workspaceId, name: { $in: names } })
    .limit(names.length)
    .lean<TagDoc[]>();
  const known = new Set(found.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

/** Makes tags of names that are used for the first time. Call inside a transaction. */
export async function ensureTags(workspaceId: string, names: string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  for (const name of await findNewTags(workspaceId, names)) await insertTag(workspaceId, { name }, now);
}

export function countTags(workspaceId: string): Promise<number> {
  return TagModel.countDocuments({ workspaceId }).limit(tagsMax);
}

export function listTags(workspaceId: string, page: PageRequest): Promise<PageResult<TagRecord>> {
  return findPage<TagDoc>(TagModel, { workspaceId }, page);
}

export async function updateTag(
  workspaceId: string,
  tagId: string,
  changes: { name?: string; colour?: string },
  now: Date,
): Promise<TagRecord | null> {
  const changed = await TagModel.findOneAndUpdate(
    { workspaceId, _id: tagId },
    { ...setAndUnset({ ...changes, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<TagDoc>();
  return changed && toRecord(changed);
}

export async function deleteTag(workspaceId: string, tagId: string): Promise<void> {
  await TagModel.deleteOne({ workspaceId, _id: tagId });
}
