const wordLengthMax = 32;
const wordsPerRecordMax = 40;
/** More than a query of 100 characters can have: none of its words is dropped, so a filter is never wider than asked. */
const queryWordsMax = 50;
/** Beginnings of these lengths are stored themselves, so that every query is led by an equality in the index. */
const storedLengths = [4, 2] as const;

const marks = /\p{M}+/gu;
const notInWord = /[^\p{L}\p{N}]+/u;
/** Letters that NFKD does not decompose, as people without them on their keyboard write them. */
const foldedLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ə: 'e',
  ɨ: 'i',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
};
const toFold = new RegExp(`[${Object.keys(foldedLetters).join('')}]`, 'gu');
/** Scripts without spaces between words: found by pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** "José-María O'Neil" → jose, maria, o, neil: lower case, without accents. */
function wordsIn(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .split(notInWord)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, wordLengthMax));
}

/** The whole words of texts, each once. */
export function distinctWords(...texts: string[]): string[] {
  return [...new Set(texts.flatMap(wordsIn))];
}

/** Words as the index has them: "Groß" is found by "gross" and "Łukasz" by "lukasz". */
function indexedWords(text: string): string[] {
  // Hangul is put together again: its pairs are of syllables.
  return wordsIn(text).map((word) => word.normalize('NFC').replace(toFold, (letter) => foldedLetters[letter]!));
}

function pairsIn(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(0, -1).map((character, index) => `${character}${characters[index + 1]}`);
}

/** What a record is found by: its words and their beginnings, and pairs of characters where scripts have no spaces. */
export function searchWordsOf(...texts: (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text ? indexedWords(text) : [])).slice(0, wordsPerRecordMax);
  const parts = words.flatMap((word) => [
    ...storedLengths.map((length) => word.slice(0, length)),
    word,
    ...(word.match(unspaced) ?? []).flatMap((run) => [...pairsIn(run), [...run].at(-1)!]),
  ]);
  return [...new Set(parts)];
}

/** The words of a text as the index of records has them. */
export function searchedWords(...texts: string[]): string[] {
  return [...new Set(texts.flatMap(indexedWords))];
}

/** The longest stored beginning leads in the index; what is longer is tested on the few records that it leads to. */
function beginsWith(word: string): Record<string, unknown>[] {
  const length = storedLengths.find((stored) => stored <= word.length) ?? word.length;
  const lead = { searchWords: word.slice(0, length) };
  return length === word.length ? [lead] : [lead, { searchWords: { $regex: `^${word}` } }];
}

/** All pairs of a run of characters must be there; a single one begins a pair or ends the text. */
function contains(run: string): Record<string, unknown>[] {
  const pairs = pairsIn(run);
  return pairs.map((pair) => ({ searchWords: [...pair].length === 1 ? { $regex: `^${pair}` } : pair }));
}

function conditionsOf(word: string): Record<string, unknown>[] {
  const runs = word.match(unspaced) ?? [];
  const rest = word.split(unspaced).filter((part) => part !== '');
  return runs.length === 0
    ? beginsWith(word)
    : [...runs.flatMap(contains), ...(rest.length > 0 ? beginsWith(word) : [])];
}

/** The query that finds records with words that begin so; all of the words must be there. */
export function searchQuery(q: string): Record<string, unknown>[] {
  return [...new Set(indexedWords(q))].slice(0, queryWordsMax).flatMap(conditionsOf);
}
