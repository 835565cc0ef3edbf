import { distinctWords } from '../fields/search-words.ts';

interface Named {
  firstName?: string | null;
  lastName?: string | null;
}

/** "Max" and "Maximilian", "A." and "Anna" can be one person. */
function fit(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

function conflict(one: string | null | undefined, other: string | null | undefined): boolean | undefined {
  const [words, others] = [distinctWords(one ?? ''), distinctWords(other ?? '')];
  if (words.length === 0 || others.length === 0) return undefined;
  return !words.some((word) => others.some((second) => fit(word, second)));
}

/**
 * True if two records that share a former address or an ID name different people: by the given name, which survives a
 * marriage, or by the family name where one of them has no given name.
 */
export function haveOtherNames(one: Named, other: Named): boolean {
  return conflict(one.firstName, other.firstName) ?? conflict(one.lastName, other.lastName) ?? false;
}
