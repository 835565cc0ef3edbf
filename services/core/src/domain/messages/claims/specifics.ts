import { monthsIn } from './calendar.ts';
import { conceptsIn, eventConcepts, superlativeConcepts, titleConcepts } from './concepts.ts';
import { folded, words } from './folded.ts';
import { capitalizedNames } from './names.ts';
import { type FoundNumber, isSameNumber, numbersIn } from './numbers.ts';
import { placesIn } from './places.ts';
import phrases from './words/phrases.json' with { type: 'json' };

/** Part of a sentence that can be true or false of a company: a number, month, place, name, role, event, or superlative. */
export interface Specific {
  kind: 'number' | 'month' | 'place' | 'name' | 'title' | 'event' | 'superlative' | 'round';
  at: number;
  text: string;
  /** Equal in all languages. Numbers have `values` instead. */
  key: string;
  values?: number[];
  /** True for a role that the text gives to the recipient. */
  isOwnRole?: boolean;
}

const rounds = words('ser(?:ies?|ie)[ -][a-f]', '(?:pre-?)?seed');
/** Durations of meetings and offers, and counts of questions, which say nothing about the recipient. */
const ofOffers = new RegExp(`^[\\s-]*(?:${phrases.ofOffers.join('|')})`);

/** All specifics of a text, in order. */
export function specificsIn(text: string, isGerman: boolean): Specific[] {
  const plain = folded(text);
  const roundsFound = [...plain.matchAll(rounds)].map(({ 0: found, index }) => ({
    kind: 'round' as const,
    at: index,
    text: found,
    key: found.replace(/^ser\w+[ -]/, 'series '),
  }));
  const concepts = [
    ...conceptsIn(plain, titleConcepts).map((found) => ({ kind: 'title' as const, ...found })),
    ...conceptsIn(plain, superlativeConcepts).map((found) => ({ kind: 'superlative' as const, ...found })),
    ...conceptsIn(plain, eventConcepts).map((found) => ({ kind: 'event' as const, ...found })),
  ];
  const places = placesIn(plain).filter(({ at, text: found }) => isCapitalized(text, at, found));
  const named: Specific[] = [
    ...roundsFound,
    ...concepts,
    ...monthsIn(plain).map((found) => ({ kind: 'month' as const, ...found })),
    ...places.map((found) => ({ kind: 'place' as const, ...found })),
  ];
  const numbers = numbersIn(plain)
    .filter(({ at, text: found }) => !ofOffers.test(plain.slice(at + found.length)))
    .map((found): Specific => ({ kind: 'number', key: found.text, ...found }));
  const isNamed = (at: number) => [...named, ...numbers].some((one) => at >= one.at && at < one.at + one.text.length);
  const names = capitalizedNames(text, { isGerman })
    .filter(({ at }) => !isNamed(at))
    .map((found): Specific => ({ kind: 'name', key: folded(found.text).replace(/(?:'s|')$/, ''), ...found }));
  return [...named, ...numbers, ...names]
    .map((one) => ({ ...one, text: text.slice(one.at, one.at + one.text.length) }))
    .toSorted((one, other) => one.at - other.at);
}

/** Cities whose names are words that begin sentences. */
const atStart = new Set(['nice', 'essen', 'bonn', 'porto', 'vigo', 'parma', 'linz', 'lima', 'us']);

/** Adjectives of places are lowercase outside of English: "l'expansion allemande" names the country all the same. */
function isCapitalized(text: string, at: number, found: string): boolean {
  if (at === 0 && atStart.has(found)) return false;
  return found.length > 5 || /^\p{Lu}/u.test(text.slice(at));
}

/** Evidence, prepared for many sentences. */
export interface Prepared {
  plain: string;
  keys: ReadonlySet<string>;
  numbers: readonly FoundNumber[];
}

export function prepared(text: string): Prepared {
  const plain = folded(text);
  const specifics = specificsIn(text, false);
  return {
    plain,
    keys: new Set(specifics.map(({ kind, key }) => `${kind} ${key}`)),
    numbers: numbersIn(plain),
  };
}

/** True if the evidence says this, too. */
export function isIn(specific: Specific, { plain, keys, numbers }: Prepared): boolean {
  const { kind, key, values } = specific;
  if (kind === 'number') return numbers.some((known) => isSameNumber({ at: 0, text: '', values: values! }, known));
  if (kind !== 'name') return keys.has(`${kind} ${key}`);
  // A genitive or plural of the same name: "Siemens", "Acmes".
  return [key, key.replace(/s$/, ''), `${key}s`].some((name) => name.length > 1 && hasWord(plain, name));
}

function hasWord(plain: string, word: string): boolean {
  for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
    const isStart = at === 0 || !/[a-z0-9]/.test(plain[at - 1]!);
    const end = plain[at + word.length];
    if (isStart && (end === undefined || !/[a-z0-9]/.test(end))) return true;
  }
  return false;
}
