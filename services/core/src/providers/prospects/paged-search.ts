import type { PageWindow } from '../../domain/prospects/prospect.ts';
import { digestOf } from '../../domain/values/canonical-json.ts';
import type { FoundProspects, FoundSearch } from './found-prospects.ts';

/**
 * Response of a provider to one call. `token`: start of the next call, or null at the end. `cost`: number of its own
 * credits that the provider bills.
 */
export interface Batch<Item> {
  items: Item[];
  total: number;
  token: string | null;
  cost: number;
}

export type FetchBatch<Item> = (token: string | null, size: number) => Promise<Batch<Item>>;

const nothingYet: FoundSearch = { itemIds: [], total: 0, token: null };

/**
 * One page of a search at a provider that pages by tokens and charges per record. Earlier results come from our store,
 * and at most one call fetches the rest.
 */
export async function readSearchPage<Item extends { id: string; email?: string | null }>(
  found: FoundProspects,
  query: { workspaceId: string; source: string; kind: 'people' | 'companies'; criteria: object },
  { offset, limit }: PageWindow,
  fetchBatch: FetchBatch<Item>,
): Promise<{ items: Item[]; total: number }> {
  const { workspaceId, source, kind, criteria } = query;
  const key = `${source}:${kind}:${digestOf(criteria)}`;
  const known = await found.findSearch(workspaceId, key);
  let search = known ?? nothingYet;
  const isMoreNeeded = search.itemIds.length < offset + limit;
  if (known === null || (isMoreNeeded && known.token !== null)) {
    const { items, total, token } = await fetchBatch(search.token, limit);
    await found.saveItems(workspaceId, items);
    search = { itemIds: [...search.itemIds, ...items.map(({ id }) => id)], total, token };
    await found.saveSearch(workspaceId, key, search);
  }
  const ids = search.itemIds.slice(offset, offset + limit);
  const items = await found.findItems<Item>(workspaceId, ids);
  // Once everything is read, the actual count is the total, whatever the provider announced.
  return {
    items,
    total: search.token === null ? search.itemIds.length : Math.max(search.total, search.itemIds.length + 1),
  };
}
