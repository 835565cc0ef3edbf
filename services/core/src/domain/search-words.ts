const wordLengthMax = 32;
const wordsPerRecordMax = 40;
const queryWordsMax = 5;
/** Up to this length a beginning is stored itself, so that a short query is one equality in the index. */
const storedPrefixMax = 3;

const marks = /\p{M}+/gu;
const notInWord = /[^\p{L}\p{N}]+/u;

/** "José-María O'Neil" → jose, maria, o, neil: lower case, without accents. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .split(notInWord)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, wordLengthMax));

/** What a record is found by: its words, and their beginnings of two and three letters. */
export const searchWordsOf = (...texts: (string | null | undefined)[]): string[] => {
  const words = texts.flatMap((text) => (text ? wordsIn(text) : [])).slice(0, wordsPerRecordMax);
  return [...new Set(words.flatMap((word) => [word.slice(0, 2), word.slice(0, storedPrefixMax), word]))];
};

/** The query that finds records with words that begin so, from the index alone; all of the words have to be there. */
export const searchQuery = (q: string): Record<string, unknown>[] => {
  const words = [...new Set(wordsIn(q))].slice(0, queryWordsMax);
  return words.map((word) => {
    if (word.length <= storedPrefixMax) return { searchWords: word };
    return { searchWords: { $elemMatch: { $gte: word, $lt: `${word}\uffff` } } };
  });
};
