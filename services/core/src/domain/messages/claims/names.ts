import { folded } from './folded.ts';
import names from './words/names.json' with { type: 'json' };

export interface FoundName {
  at: number;
  text: string;
}

/** Capitalized words that are not names: forms of address, weekdays, holidays, and acronyms that any company uses. */
const common = new Set(names.common);
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}&.+'’-]*[\p{L}\p{N}+]|\p{Lu}/gu;

/** Prepositions that a German name follows without an article: "bei Siemens", "von Bosch". */
const beforeNames = new Set(names.beforeGermanNames);
/** Common German nouns after these prepositions. The endings cover most others. */
const germanNouns = new Set(names.germanNouns);
const germanEndings = new RegExp(`(?:${names.germanEndings.join('|')})$`);

/** Names in a text whose nouns are lowercase: capitalized words other than the first, and words such as HubSpot. */
export function capitalizedNames(text: string, { isGerman }: { isGerman: boolean }): FoundName[] {
  const tokens = [...text.matchAll(wordPattern)].map((match) => ({ at: match.index, text: match[0] }));
  let last: FoundName | undefined;
  return tokens.filter((token, index) => {
    const isNext = last !== undefined && token.at === last.at + last.text.length + 1;
    const isName = isNameAt(token, index, isNext);
    if (isName) last = token;
    return isName;
  });

  function isNameAt(token: FoundName, index: number, isAfterName: boolean): boolean {
    const plain = folded(token.text).replace(/[.'-]+$/, '');
    if (common.has(plain) || !/\p{Lu}/u.test(token.text)) return false;
    if (hasInnerCapital(token.text)) return true;
    if (!/^\p{Lu}/u.test(token.text)) return false;
    if (isGerman) return isGermanName(plain, isAfterName ? 'firma' : folded(tokens[index - 1]?.text ?? ''));
    return index > 0 && !startsClause(text, token.at);
  }
}

/** Words such as HubSpot, SAP, and eBay. */
function hasInnerCapital(word: string): boolean {
  return /\p{Ll}\p{Lu}|^\p{Lu}{2,}\d*$/u.test(word) && !/^\p{Lu}\p{Ll}+-\p{Lu}/u.test(word);
}

/** After a colon, quotation mark, or list mark, any word can be capitalized. */
function startsClause(text: string, at: number): boolean {
  return /(?:[:!?.…]\s*["“„«'(]?|^\s*["“„«'(-]+\s*)$/u.test(text.slice(0, at));
}

function isGermanName(plain: string, before: string): boolean {
  if (!beforeNames.has(before)) return false;
  return !germanNouns.has(plain) && !germanEndings.test(plain) && !/^(?:ihr|sie|ihnen|du|dein)/.test(plain);
}
