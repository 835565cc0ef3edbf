/** Invisible characters: all white space, zero-width characters, and blank letters (U+3164, U+2800). */
const unseen = '[\\s\\p{Z}\\p{Cf}\\p{Cc}\\u115F\\u1160\\u17B4\\u17B5\\u2800\\u3164\\uFFA0]';
const blank = new RegExp(`^${unseen}*$`, 'u');
const edges = new RegExp(`^${unseen}+|${unseen}+$`, 'gu');

/**
 * Fillers that spreadsheets, databases, and programming languages use for missing values. "Null" and "Nan" are names.
 */
const fillers =
  /^(?:#?n\s?[/.\\]\s?a\.?|not (?:available|applicable|provided|known)|k\.\s?a\.|undefined|unknown|none|\(?(?:null|blank|empty|nil)\)?)$/iu;
const exactFillers = new Set(['NaN', 'nan', 'NA', 'na', 'NAN']);
const names = new Set(['Null', 'Nil', 'Blank']);
const errorValue = /^#(?:REF|NAME|VALUE|DIV\/0|NUM|NULL|N\/A|SPILL|CALC|GETTING_DATA|ERROR|WERT|BEZUG|NV)[!?]?$/iu;

/** True if the value has no visible character. */
export function isBlank(value: string): boolean {
  return blank.test(value);
}

/** True if the value represents a missing one: blank, without letters or digits, or a spreadsheet filler. */
export function isNoValue(value: string): boolean {
  const text = trimmed(value) as string;
  if (!/[\p{L}\p{N}]/u.test(text) || exactFillers.has(text) || errorValue.test(text)) return true;
  return fillers.test(text) && !names.has(text);
}

/** Removes invisible characters from both ends of a text. Other values are unchanged. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(edges, '') : value;
}
