const nameLengthMax = 80;
const nameWordsMax = 7;
const plainWordsMax = 3;
/** Characters that names do not contain. */
const markup = /[<>{}[\]|\\`=*_#@"“”„«»:;?\n]/;
/** Words that steer a model. */
const steering =
  /\b(ignor\w*|disregard|forget|overrid\w*|system|assistant|developer|instructions?|anweisung\w*|ignorier\w*|prompt|untrusted|you must|tools?|execut\w*|confirm\w*|bestätig\w*|password|api.?keys?)\b/i;
/** Words that address a reader, which no name does. */
const addressing =
  /\b(please|send|forward|click|visit|reply|delete|reveal|launch|approve|tell|give|you|your|must|should|bitte|senden?|schick\w*|lösch\w*|veuillez|envoyez|supprimez|por favor|envíe|elimine)\b/i;
/** IDs, codes, email addresses, and times: one word of these characters. */
const token = /^[\w.+@:-]{1,80}$/;

export function steersModel(text: string): boolean {
  return steering.test(text);
}

/**
 * True if external text, on one line and without hidden characters, reads like a name, a job title, or a few harmless
 * words. A sentence does not: most of its words start in lowercase.
 */
export function readsLikeName(name: string): boolean {
  const words = name.split(/\s+/);
  const isShort = name.length <= nameLengthMax && words.length <= nameWordsMax;
  const isSentence = words.length > 4 && words.filter((word) => /^\p{Ll}/u.test(word)).length > plainWordsMax;
  return isShort && !isSentence && !markup.test(name) && !steering.test(name) && !addressing.test(name);
}

/** True for one word that cannot say anything to a model. */
export function isToken(text: string): boolean {
  return token.test(text) && !steering.test(text);
}
