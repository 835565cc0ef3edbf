import { withoutHidden } from './clean-text.ts';

const nameLengthMax = 80;
const nameWordsMax = 7;
/** Characters that names do not contain, and words that are used to steer a model. */
const markup = /[<>{}[\]|\\`=*_#@"“”„«»:;?\n]/;
const steering =
  /\b(ignor\w*|disregard|forget|overrid\w*|system|assistant|developer|instructions?|anweisung\w*|ignorier\w*|prompt|untrusted|you must|tools?|execut\w*|confirm\w*|bestätig\w*|password|api.?keys?)\b/i;
/** IDs, codes, email addresses, and times: one word of these characters. */
const token = /^[\w.+@:-]{1,80}$/;

/** True if foreign text reads like a name, a job title, or a few harmless words. */
export function readsLikeName(text: string): boolean {
  const name = withoutHidden(text).trim();
  const isShort = name.length <= nameLengthMax && name.split(/\s+/).length <= nameWordsMax;
  return isShort && !markup.test(name) && !steering.test(name);
}

export function isToken(text: string): boolean {
  return token.test(text) && !steering.test(text);
}
