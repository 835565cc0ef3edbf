// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const inLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all but tab and line ends.
const inText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Fields that can have several lines. */
const multiline = new Set(['basisNote', 'description', 'customFields']);

function isBad(value: unknown, bad: RegExp): boolean {
  if (typeof value === 'string') return bad.test(value);
  return value !== null && typeof value === 'object' && Object.values(value).some((inner) => isBad(inner, bad));
}

/** First field with a control character. Names and addresses must not have any, because headers are built from them. */
export function fieldWithControlCharacters(facts: object): string | undefined {
  return Object.entries(facts).find(([name, value]) => isBad(value, multiline.has(name) ? inText : inLine))?.[0];
}

/** Text from files and providers on one line, without control characters. */
export function oneLine(text: string): string {
  return text.replace(new RegExp(inLine, 'g'), ' ').replace(/ {2,}/g, ' ').trim();
}
