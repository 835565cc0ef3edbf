import { distinctWords } from '../../domain/fields/search-words.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';

const keptSeconds = 180 * 24 * 60 * 60;

interface SearchDoc {
  _id: string;
  workspaceId: string;
  kind: 'people' | 'companies';
  criteria: Record<string, unknown>;
  total: number;
  searchedBy: string;
  /** Words of the criteria, to find a typed name when the person is erased. */
  words: string[];
  createdAt: Date;
}

export type SearchRecord = Omit<SearchDoc, '_id'> & { id: string };

const SearchModel = defineModel<SearchDoc>(
  'Search',
  'searches',
  new StoredSchema<SearchDoc>({
    workspaceId: { type: String, required: true },
    kind: { type: String, required: true },
    criteria: { type: Object, required: true },
    total: { type: Number, required: true },
    searchedBy: { type: String, required: true },
    words: { type: [String], default: [] },
    createdAt: { type: Date, required: true },
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, words: 1 })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export async function addSearch(
  workspaceId: string,
  search: Omit<SearchDoc, '_id' | 'workspaceId' | 'words' | 'createdAt'>,
  now: Date,
): Promise<void> {
  const texts = Object.values(search.criteria).flat().map(String);
  const words = distinctWords(...texts);
  await SearchModel.create([{ _id: newId('src'), workspaceId, ...search, words, createdAt: now }]);
}

export function listSearches(workspaceId: string, page: PageRequest): Promise<PageResult<SearchRecord>> {
  return findPage(SearchModel, { workspaceId }, page);
}
