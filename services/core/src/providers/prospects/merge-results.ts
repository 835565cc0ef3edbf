import type { MaskedPerson, ProspectCompany } from '../../domain/prospects/prospect.ts';
import { foldWord } from '../../domain/prospects/telling-words.ts';
import type { Facet } from './prospect-source.ts';

interface Merged<Item> {
  items: Item[];
  /** Number of items used from each page, including duplicates. */
  taken: number[];
}

/** Takes items from each page in turn, so that no source hides another. Later items with the same key are dropped. */
function interleave<Item>(pages: Item[][], limit: number, keyOf: (item: Item) => string): Merged<Item> {
  const seen = new Set<string>();
  const items: Item[] = [];
  const taken = pages.map(() => 0);
  for (let row = 0; items.length < limit && pages.some((page) => row < page.length); row += 1) {
    for (const [index, page] of pages.entries()) {
      if (items.length === limit || row >= page.length) continue;
      taken[index] = row + 1;
      const key = keyOf(page[row]!);
      if (seen.has(key)) continue;
      seen.add(key);
      items.push(page[row]!);
    }
  }
  return { items, taken };
}

// Masked people have no last name to compare. Two with the same first name, initial, title, and company count as one.
function personKey(person: MaskedPerson): string {
  return person.companyDomain === null
    ? person.id
    : [person.companyDomain, foldWord(person.firstName), person.lastNameInitial, person.title?.toLowerCase()].join('|');
}

export function mergePeople(pages: MaskedPerson[][], limit: number): Merged<MaskedPerson> {
  return pages.length === 1 ? interleave(pages, limit, ({ id }) => id) : interleave(pages, limit, personKey);
}

export function mergeCompanyPages(pages: ProspectCompany[][], limit: number): Merged<ProspectCompany> {
  return interleave(pages, limit, ({ id, domain }) => domain ?? id);
}

/** Counts over all pages together, most frequent first. */
export function addFacets(all: Record<string, Facet[]>[]): Record<string, Facet[]> {
  const sums: Record<string, Map<string, number>> = {};
  for (const facets of all) {
    for (const [field, values] of Object.entries(facets)) {
      sums[field] ??= new Map();
      for (const { value, count } of values) sums[field].set(value, (sums[field].get(value) ?? 0) + count);
    }
  }
  const sorted = (counts: Map<string, number>): Facet[] =>
    [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  return Object.fromEntries(Object.entries(sums).map(([field, counts]) => [field, sorted(counts)]));
}
