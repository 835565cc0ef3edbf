import { folded, words } from './folded.ts';
import places from './words/places.json' with { type: 'json' };

const languages = ['en', 'de', 'fr', 'es', 'it'];
/** Names of countries that are common words of some language. */
const notPlaces = new Set(['man', 'mali', 'cuba', 'niger']);

/** Keys by name, with single spaces between words. Read on first use, because it is slow. */
let known: Map<string, string> | undefined;

function keysByName(): Map<string, string> {
  const keys = new Map<string, string>();
  for (const language of languages) {
    const regions = new Intl.DisplayNames(language, { type: 'region' });
    for (const code of places.countries) {
      const name = folded(regions.of(code)!)
        .replace(/[^a-z]+/g, ' ')
        .trim();
      if (!notPlaces.has(name)) keys.set(name, code);
    }
  }
  // Names of one city in several languages. The first one is the key.
  for (const line of places.cities) {
    const names = folded(line).split(' ');
    for (const name of names) keys.set(name.replaceAll('-', ' '), names[0]!);
  }
  return keys;
}

const wordsMax = 4;
/** Words for a country's people and products: "the German market". */
const peoples = Object.entries(places.peoples).map(([code, names]) => [code, words(...names)] as const);

export interface FoundPlace {
  at: number;
  text: string;
  /** The same for all names of the place. */
  key: string;
}

/** Countries, regions, and large cities of folded text, in any of the languages. */
export function placesIn(foldedText: string): FoundPlace[] {
  known ??= keysByName();
  const keys = known;
  const tokens = [...foldedText.matchAll(/[a-z]+/g)].map(({ 0: text, index }) => ({ at: index, text }));
  const found: FoundPlace[] = peoples.flatMap(([key, pattern]) =>
    [...foldedText.matchAll(pattern)].map(({ 0: text, index }) => ({ at: index, text, key })),
  );
  for (let index = 0; index < tokens.length; index += 1) {
    const length = lengthOfPlace(tokens, index, keys);
    if (length === 0) continue;
    const last = tokens[index + length - 1]!;
    const at = tokens[index]!.at;
    found.push({
      at,
      text: foldedText.slice(at, last.at + last.text.length),
      key: keys.get(nameOf(tokens, index, length))!,
    });
    index += length - 1;
  }
  return found;
}

/** Number of words of the longest place that starts here. */
function lengthOfPlace(tokens: readonly { text: string }[], index: number, keys: ReadonlyMap<string, string>): number {
  for (let length = Math.min(wordsMax, tokens.length - index); length > 0; length -= 1)
    if (keys.has(nameOf(tokens, index, length))) return length;
  return 0;
}

function nameOf(tokens: readonly { text: string }[], index: number, length: number): string {
  return tokens
    .slice(index, index + length)
    .map(({ text }) => text)
    .join(' ');
}
