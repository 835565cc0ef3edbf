import { tagKey } from '../../domain/contacts/tag-key.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { date, number, objects, optional, string, withDefault } from '../documents/paths.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';

export const tagsMax = 1_000;

/** Tag that contacts and companies reference by name. */
export type TagDoc = DocOf<typeof TagModel>;

export type TagRecord = RecordOf<TagDoc>;

const TagModel = defineModel(
  'Tag',
  'tags',
  stored({
    workspaceId: string,
    name: string,
    /** Case-insensitive name: "VIP" and "vip" are one tag. */
    key: string,
    colour: optional(string),
    /** Tags that differed only by case and were merged into this one, with the time. */
    mergedFrom: optional(objects<object>()),
    createdAt: date,
    updatedAt: date,
    version: withDefault(number, 1),
  })
    .index({ workspaceId: 1, name: 1 }, { unique: true })
    .index({ workspaceId: 1, key: 1 }, { unique: true }),
  'tag',
);

export async function insertTag(
  workspaceId: string,
  tag: { name: string; colour?: string },
  now: Date,
): Promise<TagRecord> {
  const document = {
    ...tag,
    key: tagKey(tag.name),
    _id: newId('tag'),
    workspaceId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await TagModel.create([document]);
  return toRecord(document);
}

export async function findTag(workspaceId: string, tagId: string): Promise<TagRecord | null> {
  const found = await TagModel.findOne({ workspaceId, _id: tagId }).lean<TagDoc>();
  return found && toRecord(found);
}

export async function findTagByName(workspaceId: string, name: string): Promise<TagRecord | null> {
  const found = await TagModel.findOne({ workspaceId, key: tagKey(name) }).lean<TagDoc>();
  return found && toRecord(found);
}

/** Tag names as stored in the workspace. Among new names that differ only by case, the first one is used. */
export async function tagNamesOf(workspaceId: string, names: readonly string[]): Promise<Map<string, string>> {
  const keys = [...new Set(names.map(tagKey))];
  if (keys.length === 0) return new Map();
  const found = await TagModel.find({ workspaceId, key: { $in: keys } })
    .limit(keys.length)
    .lean<TagDoc[]>();
  const nameByKey = new Map(found.map(({ key, name }) => [key, name]));
  for (const name of names) if (!nameByKey.has(tagKey(name))) nameByKey.set(tagKey(name), name);
  return new Map(names.map((name) => [name, nameByKey.get(tagKey(name))!]));
}

/** Names as stored in the workspace, without duplicates. */
export async function canonicalTags(workspaceId: string, names: readonly string[]): Promise<string[]> {
  return [...new Set((await tagNamesOf(workspaceId, names)).values())];
}

/** Names that are not tags yet. */
export async function findNewTags(workspaceId: string, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const found = await TagModel.find({ workspaceId, key: { $in: names.map(tagKey) } })
    .limit(names.length)
    .lean<TagDoc[]>();
  const known = new Set(found.map(({ key }) => key));
  return [...new Map(names.filter((name) => !known.has(tagKey(name))).map((name) => [tagKey(name), name])).values()];
}

/** Creates tags for names used for the first time. Call inside a transaction. */
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
    {
      ...setAndUnset({ ...changes, ...(changes.name && { key: tagKey(changes.name) }), updatedAt: now }),
      $inc: { version: 1 },
    },
    { returnDocument: 'after' },
  ).lean<TagDoc>();
  return changed && toRecord(changed);
}

export async function deleteTag(workspaceId: string, tagId: string): Promise<void> {
  await TagModel.deleteOne({ workspaceId, _id: tagId });
}
