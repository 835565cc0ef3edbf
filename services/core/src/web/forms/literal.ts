/** A value that may be text, number or switch as one line: what would read as something else stands in quotes. */
export function writeLiteral(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return isPlain(value) ? value : JSON.stringify(value);
}

/** `5`, `true`, `["a", "b"]` and `"5"` as JSON has them; everything else is text as it stands. */
export function readLiteral(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? text : value;
  } catch {
    return text;
  }
}

/** One line for each entry: `name = value`. */
export function writeMap(map: Record<string, unknown>): string {
  return Object.entries(map)
    .map(
      ([name, value]) =>
        `${isPlain(name) && !name.includes('=') ? name : JSON.stringify(name)} = ${writeLiteral(value)}`,
    )
    .join('\n');
}

export function readMap(text: string): Record<string, unknown> {
  const entries = text.split('\n').flatMap((line) => {
    const match = /^\s*("(?:[^"\\]|\\.)*"|[^=]*?)\s*=\s*(.*?)\s*$/.exec(line);
    if (match !== null) return [[String(readName(match[1]!)), readLiteral(match[2]!)]];
    return line.trim() === '' ? [] : [[line.trim(), '']];
  });
  return Object.fromEntries(entries);
}

function readName(text: string): unknown {
  return text.startsWith('"') ? readLiteral(text) : text;
}

function isPlain(text: string): boolean {
  return text.trim() === text && text !== '' && !/[\r\n]/.test(text) && readLiteral(text) === text;
}
