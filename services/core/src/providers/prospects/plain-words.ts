const stopWords = new Set(
  (
    'a an and any are as at based be by company companies contact contacts do does employee employees find firm firms for from get ' +
    'have in is it its like list looking me need of on or our people person prospect prospects role roles search selling ' +
    'show some that the their them there they to us use uses using want we where which who whose will with work working works'
  ).split(' '),
);

/** One way to write a word: lower case, without accents, without the plural. */
export const foldWord = (word: string): string => {
  const folded = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  if (folded.length > 4 && folded.endsWith('ies')) return `${folded.slice(0, -3)}y`;
  return folded.length > 3 && folded.endsWith('s') && !folded.endsWith('ss') ? folded.slice(0, -1) : folded;
};

const splitWords = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}+#.]+|\.(?=\s|$)/u).filter((word) => word.length > 0);

export const foldedWords = (text: string): string[] => splitWords(text).map(foldWord);

/** The words of a plain description that say something; bare numbers and words such as "companies" do not ("IT" does). */
export const tellingWords = (description: string): string[] => {
  const telling = splitWords(description)
    .filter((word) => (word === 'IT' || !stopWords.has(word.toLowerCase())) && !/^[\d.+]+$/.test(word))
    .map(foldWord);
  return [...new Set(telling)];
};
