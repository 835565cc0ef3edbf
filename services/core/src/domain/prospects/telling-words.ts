const stopWords = new Set(
  (
    'a an and any are as at based be by company companies contact contacts do does employee employees find firm firms for from get ' +
    'have in is it its like list looking me need of on or our people person prospect prospects role roles search selling ' +
    'show some that the their them there they to us use uses using want we where which who whose will with within work working works ' +
    'all based best but etc focused focusing good into located me new offer offering offers other please provide provides ' +
    'providing sell sells specialised specialising specialized specializing such than top whom you your ' +
    'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred dozen few several ' +
    'run runs i could can would should give help let store save prepare campaign'
  ).split(' '),
);

/** Normalizes a word: lower case, without accents or plural. */
export function foldWord(word: string): string {
  const folded = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  if (folded.length > 4 && folded.endsWith('ies')) return `${folded.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(folded)) return folded.slice(0, -2);
  return folded.length > 3 && folded.endsWith('s') && !folded.endsWith('ss') ? folded.slice(0, -1) : folded;
}

/**
 * Words with several spellings: one word, two words, or hyphenated, such as e-commerce, start-up, co-founder,
 * mid-sized, and non-profit.
 */
const compounds =
  /\b(?:(e)[- ](?=commerce|learning)|(co)[- ](?=founder|working)|(start)[- ](?=ups?\b)|(mid)[- ](?=size|market)|(non)[- ](?=profit))/giu;

function joinCompounds(text: string): string {
  return text.replace(compounds, (found) => found.slice(0, -1));
}

function splitWords(text: string): string[] {
  return joinCompounds(text)
    .split(/[^\p{L}\p{N}+#.]+|\.(?=\s|$)/u)
    .filter((word) => word.length > 0);
}

export function foldedWords(text: string): string[] {
  return splitWords(text).map(foldWord);
}

/** Meaningful words of a plain description. Excludes bare numbers and words such as "companies", but keeps "IT". */
export function tellingWords(description: string): string[] {
  const telling = splitWords(description)
    .filter((word) => (word === 'IT' || !stopWords.has(word.toLowerCase())) && !/^[\d.+]+$/.test(word))
    .map(foldWord);
  return [...new Set(telling)];
}
