const wordLengthMax = 32;
const wordsPerRecordMax = 40;
/** More than fit into a query of 100 characters. No word is dropped, so a filter is never wider than requested. */
const queryWordsMax = 50;
/** Prefix lengths to store, so that every query starts with an equality match in the index. */
const storedLengths = [4, 2] as const;

const marks = /\p{M}+/gu;
const notInWord = /[^\p{L}\p{N}]+/u;
/** Letters that NFKD does not decompose, with their usual substitutes on other keyboards. */
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
/** Scripts without spaces between words, which are searched by pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Words in lower case, without accents: "José-María O'Neil" → jose, maria, o, neil. */
function wordsIn(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .split(notInWord)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, wordLengthMax));
}

/** Distinct whole words of the texts. */
export function distinctWords(...texts: string[]): string[] {
  return [...new Set(texts.flatMap(wordsIn))];
}

/** Words as stored in the index: "gross" finds "Groß", and "lukasz" finds "Łukasz". */
function indexedWords(text: string): string[] {
  // Recomposes Hangul, because its pairs are pairs of syllables.
  return wordsIn(text).map((word) => word.normalize('NFC').replace(toFold, (letter) => foldedLetters[letter]!));
}

/** Letters and the pairs that people write for them on other keyboards. */
const pairOfLetter: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const withPair = new RegExp(`[${Object.keys(pairOfLetter).join('')}]`, 'gu');
const secondOfPair = /(?<=[aou])e|(?<=a)a/g;
const joint = /(?<=\p{L})['’ʼ‘`´-](?=\p{L})/gu;

/** The words that differ in other spellings: mueller for "Müller", muller for "Mueller", obrien for "O'Brien". */
function respelledWords(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase();
  const words = new Set(indexedWords(text));
  const other = [
    lower.replace(joint, ''),
    lower.replace(withPair, (letter) => pairOfLetter[letter]!),
    lower.replace(secondOfPair, ''),
  ];
  return other.flatMap(indexedWords).filter((word) => !words.has(word));
}

function pairsIn(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(0, -1).map((character, index) => `${character}${characters[index + 1]}`);
}

/**
 * Search terms of a record: words, other spellings of them, their prefixes, and character pairs for scripts without
 * spaces.
 */
export function searchWordsOf(...texts: (string | null | undefined)[]): string[] {
  const present = texts.filter((text) => typeof text === 'string');
  const words = [...present.flatMap(indexedWords), ...present.flatMap(respelledWords)].slice(0, wordsPerRecordMax);
  const parts = words.flatMap((word) => [
    ...storedLengths.map((length) => word.slice(0, length)),
    word,
    ...(word.match(unspaced) ?? []).flatMap((run) => [...pairsIn(run), [...run].at(-1)!]),
  ]);
  return [...new Set(parts)];
}

/** Words of a text as stored in the index of records. */
export function searchedWords(...texts: string[]): string[] {
  return [...new Set(texts.flatMap(indexedWords))];
}

/** Test of the words stored with a record: one equals the word, or starts with it. */
export type WordTest = { op: 'eq'; values: [string] } | { op: 'starts'; text: string };

function isWord(word: string): WordTest {
  return { op: 'eq', values: [word] };
}

/** Matches the longest stored prefix by index, then tests a longer word on the few records found. */
function beginsWith(word: string): WordTest[] {
  const length = storedLengths.find((stored) => stored <= word.length) ?? word.length;
  const lead = isWord(word.slice(0, length));
  return length === word.length ? [lead] : [lead, { op: 'starts', text: word }];
}

/** Requires all character pairs of a run. A single character must start a pair or end the text. */
function contains(run: string): WordTest[] {
  return pairsIn(run).map((pair) => ([...pair].length === 1 ? { op: 'starts', text: pair } : isWord(pair)));
}

function testsOf(word: string): WordTest[] {
  const runs = word.match(unspaced) ?? [];
  const rest = word.split(unspaced).filter((part) => part !== '');
  return runs.length === 0
    ? beginsWith(word)
    : [...runs.flatMap(contains), ...(rest.length > 0 ? beginsWith(word) : [])];
}

/** Tests for records that contain a word with each of these prefixes. */
export function searchQuery(q: string): WordTest[] {
  return [...new Set(indexedWords(q))].slice(0, queryWordsMax).flatMap(testsOf);
}
