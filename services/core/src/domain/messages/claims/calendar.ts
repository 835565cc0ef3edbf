import { folded, words } from './folded.ts';

const languages = ['en', 'de', 'fr', 'es', 'it'];

/** Months by their names in all languages, from 1. "May" and "Mars" alone can be other words, and need a number beside them. */
const months = new Map<string, number>();
for (const language of languages) {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  for (let month = 0; month < 12; month += 1) months.set(folded(format.format(Date.UTC(2024, month, 15))), month + 1);
}
const monthWords = words(...months.keys());
const ambiguous = new Set(['may', 'mars', 'march', 'mai', 'august']);
const isoDates = /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/g;
const quarters = words('q([1-4])', '([1-4])\\. quartal', '([1-4])(?:er|e|eme) trimestre', '([1-4])t');

export interface FoundMonth {
  at: number;
  text: string;
  /** `month 3` or `quarter 2`. */
  key: string;
}

/** Months and quarters of folded text. */
export function monthsIn(foldedText: string): FoundMonth[] {
  const named = [...foldedText.matchAll(monthWords)].filter(
    ({ 0: word, index }) =>
      !ambiguous.has(word) ||
      /\d|\b(?:in|im|en|de|since|seit|depuis|desde|last|a)\s*$/.test(around(foldedText, index, word.length)),
  );
  const iso = [...foldedText.matchAll(isoDates)];
  const quarter = [...foldedText.matchAll(quarters)];
  return [
    ...named.map(({ 0: text, index }) => ({ at: index, text, key: `month ${months.get(text)}` })),
    ...iso.map(({ 0: text, 2: month, index }) => ({ at: index, text, key: `month ${Number(month)}` })),
    ...quarter.map(({ 0: text, index, ...groups }) => ({
      at: index,
      text,
      key: `quarter ${groups[1] ?? groups[2] ?? groups[3] ?? groups[4]}`,
    })),
  ];
}

/** Text before a word, and the next few characters after it if they hold a number. */
function around(text: string, at: number, length: number): string {
  const after = /^\s*\d/.test(text.slice(at + length)) ? '1' : '';
  return `${after}${text.slice(Math.max(0, at - 8), at)}`;
}
