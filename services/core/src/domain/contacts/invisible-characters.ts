/** Characters that no font draws (UAX #44, Default_Ignorable_Code_Point), and interlinear annotation marks. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** U+200C and U+200D change letters of these scripts ("علی‌رضا"); variation selectors choose a form of a Han character. */
const joiningScripts =
  'Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Mongolian'.split(' ');
const joinedScripts = new RegExp(
  `[${joiningScripts.map((name) => `\\p{Script=${name}}`).join('')}\\p{Extended_Pictographic}]`,
  'u',
);
const variedScripts = /[\p{Script=Han}\p{Extended_Pictographic}#*0-9]/u;

function characterBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 2), at);
  return [...before].at(-1) ?? '';
}

function isPartOfWriting(mark: string, text: string, at: number): boolean {
  const before = characterBefore(text, at);
  if (mark === '\u200c' || mark === '\u200d') {
    const after = [...text.slice(at + 1, at + 3)][0] ?? '';
    const isAfterLetter = joinedScripts.test(before) || before === '\ufe0f' || /\p{M}/u.test(before);
    return isAfterLetter && joinedScripts.test(after);
  }
  return /\p{Variation_Selector}/u.test(mark) && variedScripts.test(before);
}

/** Text without invisible characters, except those that the writing of a word or an emoji needs. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, (mark, at: number) => (isPartOfWriting(mark, text, at) ? mark : ''));
}

/** For email addresses and domains, where no invisible character has a meaning. */
export function withoutAnyInvisible(text: string): string {
  return text.replace(invisible, '');
}

/** The value with all texts in it cleaned, the same one if none of them changes. */
export function cleanTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return withoutInvisible(value) as Value;
  if (Array.isArray(value)) {
    const items = value.map(cleanTexts);
    return items.some((item, index) => item !== value[index]) ? (items as Value) : value;
  }
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const members = Object.entries(value).map(([name, member]) => [name, cleanTexts(member)] as const);
  const isSame = members.every(([name, member]) => member === (value as Record<string, unknown>)[name]);
  return isSame ? value : (Object.fromEntries(members) as Value);
}
