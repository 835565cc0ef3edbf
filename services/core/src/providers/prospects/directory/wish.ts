import { tellingWords } from '../../../domain/prospects/telling-words.ts';

/** Folded words of a plain description, grouped by what they describe. */
export interface SearchWish {
  /** Words about the position. */
  role: string[];
  /** Words about the company. */
  company: string[];
  /** Words about either: "logistics" may be the position or the industry. */
  either: string[];
}

export interface Vocabulary {
  isRole(word: string): boolean;
  isTrade(word: string): boolean;
}

/**
 * Separators between a position and its company: "CTO of a fintech", "buyers at car makers". "of" and "for" alone may
 * be part of either.
 */
const separator = /\s(?:at|in|from|with|within|working|who|whose|that|which|for|inside|across|of an?|of the|of)\s|,/gi;
const companyNoun = /\b(?:compan(?:y|ies)|firms?|start-?ups?|agenc(?:y|ies)|makers?|providers?|vendors?|brands?)\b/i;

/** Splits "heads of sales at logistics companies" into position and company. Undefined if there is no separator. */
function splitAtCompany(text: string, vocabulary: Vocabulary): [role: string[], company: string[]] | undefined {
  const isRole = (word: string) => vocabulary.isRole(word);
  for (const { index, 0: found } of text.matchAll(separator)) {
    const role = tellingWords(text.slice(0, index));
    if (role.length === 0) continue;
    if (!role.every(isRole)) return undefined;
    const after = text.slice(index + found.length - 1);
    const segment = after.split(separator)[0] ?? '';
    const isInside =
      /^\s(?:of|for)\s$/i.test(found) && !companyNoun.test(segment) && tellingWords(segment).every(isRole);
    if (!isInside) return [role, tellingWords(after)];
  }
  return undefined;
}

/** Groups the words of a description. `ignored`: words that are already interpreted, for example as a place. */
export function readSearchWish(text: string, ignored: ReadonlySet<string>, vocabulary: Vocabulary): SearchWish {
  const open = (words: string[]) => words.filter((word) => !ignored.has(word));
  const split = splitAtCompany(text, vocabulary);
  if (split !== undefined) return { role: open(split[0]), company: open(split[1]), either: [] };
  const words = open(tellingWords(text));
  if (words.every((word) => vocabulary.isRole(word))) return { role: words, company: [], either: [] };
  const wish: SearchWish = { role: [], company: [], either: [] };
  for (const word of words) {
    const isTrade = vocabulary.isTrade(word);
    if (!vocabulary.isRole(word)) wish.company.push(word);
    else wish[isTrade ? 'either' : 'role'].push(word);
  }
  return wish;
}
