import { defineModel, StoredSchema } from '../documents/define-model.ts';

const itemKeptSeconds = 30 * 24 * 60 * 60;
const searchKeptSeconds = 24 * 60 * 60;

/** Person or company returned by a provider. Stored, so that showing, paging, and revealing do not pay for it again. */
interface FoundItemDoc {
  _id: string;
  workspaceId: string;
  itemId: string;
  /** Email address of a person, so that an erasure finds the record. */
  email?: string;
  item: Record<string, unknown>;
  foundAt: Date;
}

const FoundItemModel = defineModel<FoundItemDoc>(
  'FoundItem',
  'found_items',
  new StoredSchema<FoundItemDoc>({
    workspaceId: { type: String, required: true },
    itemId: { type: String, required: true },
    email: String,
    item: { type: Object, required: true },
    foundAt: { type: Date, required: true },
  })
    .index({ workspaceId: 1, itemId: 1 })
    .index({ workspaceId: 1, email: 1 })
    .index({ foundAt: 1 }, { expireAfterSeconds: itemKeptSeconds }),
);

/** Position that a search has reached at a provider. */
interface FoundSearchDoc {
  _id: string;
  workspaceId: string;
  itemIds: string[];
  total: number;
  token: string | null;
  foundAt: Date;
}

const FoundSearchModel = defineModel<FoundSearchDoc>(
  'FoundSearch',
  'found_searches',
  new StoredSchema<FoundSearchDoc>({
    workspaceId: { type: String, required: true },
    itemIds: { type: [String], required: true },
    total: { type: Number, required: true },
    token: { type: String, default: null },
    foundAt: { type: Date, required: true },
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
    { _id },
    { $set: { workspaceId, itemIds, total, token, foundAt: now } },
    { upsert: true },
  );
}

export async function findSearch(workspaceId: string, key: string) {
  const found = await FoundSearchModel.findOne({ workspaceId, _id: `${workspaceId}:${key}` }).lean<FoundSearchDoc>();
  return found && { itemIds: found.itemIds, total: found.total, token: found.token };
}
