import synonyms from './words.json' with { type: 'json' };

/** A result of a search. */
export interface Hit {
  href: string;
  text: string;
  icon: string;
  note?: string;
}

/** A hit with its place in the order, from `rankOf`. */
export interface RankedHit extends Hit {
  rank: number;
}

/** Rank of what does not match. */
export const noMatch = 5;

/** Letters of a word that stand for it. */
const prefixMin = 3;

/**
 * 0: the text is the search. 1: it begins with it. 2: one of its words does. 3: text and further words contain each
 * word of the search. 4: so for a word that means the same, such as "sequence" for campaigns.
 */
export function rankOf(search: string, text: string, more = ''): number {
  const [wanted, title] = [search.toLowerCase().trim(), text.toLowerCase()];
  if (title === wanted) return 0;
  if (title.startsWith(wanted)) return 1;
  if (title.split(/[\s@.-]+/).some((word) => word.startsWith(wanted))) return 2;
  const all = `${title} ${more.toLowerCase()}`;
  if (wanted.split(/\s+/).every((word) => all.includes(word))) return 3;
  return meanings(wanted).some((word) => all.includes(word)) ? 4 : noMatch;
}

function meanings(wanted: string): string[] {
  if (wanted.length < prefixMin) return [];
  return Object.entries(synonyms).flatMap(([word, meaning]) => (word.startsWith(wanted) ? [meaning] : []));
}

/** The best hits first. Equal ones stay in their order. */
export function bestOf(hits: readonly RankedHit[], max = Infinity): RankedHit[] {
  return hits
    .filter(({ rank }) => rank < noMatch)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, max);
}
