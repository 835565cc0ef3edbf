// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const inLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all but tab and line ends.
const inText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Fields in which a person writes several lines. */
const multiline = new Set(['basisNote', 'description', 'customFields']);

function isBad(value: unknown, bad: RegExp): boolean {
  if (typeof value === 'string') return bad.test(value);
  return value !== null && typeof value === 'object' && Object.values(value).some((inner) => isBad(inner, bad));
}

/** The first field that holds a control character: none belongs into a name or an address, and headers are made of them. */
export function fieldWithControlCharacters(facts: object): string | undefined {
  return Object.entries(facts).find(([name, value]) => isBad(value, multiline.has(name) ? inText : inLine))?.[0];
}

/** Text of files and providers in one line, without control characters. */
export function oneLine(text: string): string {
  return text.replace(new RegExp(inLine, 'g'), ' ').replace(/ {2,}/g, ' ').trim();
}
