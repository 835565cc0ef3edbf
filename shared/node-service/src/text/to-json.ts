/** JSON.stringify writes half a surrogate pair as an escape, in lowercase; `\\` is a backslash of the text. */
const escapedHalf = /\\(\\|ud[89a-f][0-9a-f]{2})/g;

/** The JSON of a value with well-formed strings only: strict parsers reject the whole document otherwise (RFC 8259 section 8.2). */
export function toJson(value: unknown): string {
  return withoutHalves(JSON.stringify(value));
}

/** The same for JSON that JSON.stringify has written. */
export function withoutHalves(json: string): string {
  if (!json.includes('\\ud')) return json;
  return json.replace(escapedHalf, (found, escaped: string) => (escaped === '\\' ? found : '\\ufffd'));
}
