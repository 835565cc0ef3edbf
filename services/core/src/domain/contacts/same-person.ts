import { distinctWords } from '../fields/search-words.ts';

interface Named {
  firstName?: string | null;
  lastName?: string | null;
}

/** True if the names can belong to one person, such as "Max" and "Maximilian", or "A." and "Anna". */
function fit(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

function conflict(one: string | null | undefined, other: string | null | undefined): boolean | undefined {
  const [words, others] = [distinctWords(one ?? ''), distinctWords(other ?? '')];
  if (words.length === 0 || others.length === 0) return undefined;
  return !words.some((word) => others.some((second) => fit(word, second)));
}

/**
 * True if two records that share a former address or an ID name different people. Compares the given name, which
 * survives a marriage, or the family name if one record has no given name.
 */
export function haveOtherNames(one: Named, other: Named): boolean {
  return conflict(one.firstName, other.firstName) ?? conflict(one.lastName, other.lastName) ?? false;
}

/** Key of a person at a company: both names, without case and accents, and the company domain. */
export function nameKey({
  firstName,
  lastName,
  companyDomain,
}: Named & { companyDomain?: string | null }): string | undefined {
  if (!firstName || !lastName || !companyDomain) return undefined;
  return `${firstName} ${lastName}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().concat(`\n${companyDomain}`);
}
