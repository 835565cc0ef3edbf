const wordLengthMax = 32;
const wordsPerRecordMax = 40;
const queryWordsMax = 5;
/** Beginnings of these lengths are stored themselves, so that every query is led by an equality in the index. */
const storedLengths = [4, 2] as const;

const marks = /\p{M}+/gu;
const notInWord = /[^\p{L}\p{N}]+/u;

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

/** What a record is found by: its words and their beginnings. */
export function searchWordsOf(...texts: (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text ? wordsIn(text) : [])).slice(0, wordsPerRecordMax);
  return [...new Set(words.flatMap((word) => [...storedLengths.map((length) => word.slice(0, length)), word]))];
}

/** The longest stored beginning leads in the index; what is longer is tested on the few records that it leads to. */
function beginsWith(word: string): Record<string, unknown>[] {
  const length = storedLengths.find((stored) => stored <= word.length) ?? word.length;
  const lead = { searchWords: word.slice(0, length) };
  return length === word.length ? [lead] : [lead, { searchWords: { $regex: `^${word}` } }];
}

/** The query that finds records with words that begin so; all of the words must be there. */
export function searchQuery(q: string): Record<string, unknown>[] {
  return [...new Set(wordsIn(q))].slice(0, queryWordsMax).flatMap(beginsWith);
}
