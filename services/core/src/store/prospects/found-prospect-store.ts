import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, nullable, number, object, optional, string, strings } from '../documents/paths.ts';

const itemKeptSeconds = 30 * 24 * 60 * 60;
const searchKeptSeconds = 24 * 60 * 60;

/** Person or company returned by a provider. Stored, so that showing, paging, and revealing do not pay for it again. */
const FoundItemModel = defineModel(
  'FoundItem',
  'found_items',
  stored({
    workspaceId: string,
    itemId: string,
    /** Email address of a person, so that an erasure finds the record. */
    email: optional(string),
    item: object<Record<string, unknown>>(),
    foundAt: date,
  })
    .index({ workspaceId: 1, itemId: 1 })
    .index({ workspaceId: 1, email: 1 })
    .index({ foundAt: 1 }, { expireAfterSeconds: itemKeptSeconds }),
);

/** Position that a search has reached at a provider. */
type FoundSearchDoc = DocOf<typeof FoundSearchModel>;

const FoundSearchModel = defineModel(
  'FoundSearch',
  'found_searches',
  stored({
    workspaceId: string,
    itemIds: strings,
    total: number,
    token: nullable(string),
    foundAt: date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ foundAt: 1 }, { expireAfterSeconds: searchKeptSeconds }),
);

export async function saveItems(workspaceId: string, items: { id: string; email?: string | null }[], now: Date) {
  if (items.length === 0) return;
  await FoundItemModel.bulkWrite(
    items.map(({ email, ...item }) => ({
      updateOne: {
        filter: { _id: `${workspaceId}:${item.id}` },
        update: {
          $set: { workspaceId, itemId: item.id, item: { ...item, email }, foundAt: now, ...(email && { email }) },
        },
        upsert: true,
      },
    })),
  );
}

/** Items found by a source, as saved. `Item` is the source's own type. */
export async function findItems<Item>(workspaceId: string, ids: string[]): Promise<Item[]> {
  const found = await FoundItemModel.find({ workspaceId, itemId: { $in: ids } })
    .limit(ids.length)
    .lean<{ itemId: string; item: Item }[]>();
  const byId = new Map(found.map(({ itemId, item }) => [itemId, item]));
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
}

export async function saveSearch(
  workspaceId: string,
  key: string,
  { itemIds, total, token }: Pick<FoundSearchDoc, 'itemIds' | 'total' | 'token'>,
  now: Date,
): Promise<void> {
  const _id = `${workspaceId}:${key}`;
  await FoundSearchModel.updateOne(
    { workspaceId, _id },
    { $set: { itemIds, total, token, foundAt: now } },
    { upsert: true },
  );
}

export async function findSearch(workspaceId: string, key: string) {
  const found = await FoundSearchModel.findOne({ workspaceId, _id: `${workspaceId}:${key}` }).lean<FoundSearchDoc>();
  return found && { itemIds: found.itemIds, total: found.total, token: found.token };
}
