import { distinctWords } from '../../domain/fields/search-words.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { date, number, object, string, stringOf, strings, withDefault } from '../documents/paths.ts';

const keptSeconds = 180 * 24 * 60 * 60;

type SearchDoc = DocOf<typeof SearchModel>;

export type SearchRecord = RecordOf<SearchDoc>;

const SearchModel = defineModel(
  'Search',
  'searches',
  stored({
    workspaceId: string,
    kind: stringOf<'people' | 'companies'>(),
    criteria: object<Record<string, unknown>>(),
    total: number,
    searchedBy: string,
    /** Words of the criteria, to find a typed name when the person is erased. */
    words: withDefault(strings, []),
    createdAt: date,
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
