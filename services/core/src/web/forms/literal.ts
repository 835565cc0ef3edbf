/** A text, number, or boolean as one line. Text that would read as another type is quoted. */
export function writeLiteral(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return isPlain(value) ? value : JSON.stringify(value);
}

/** Reads `5`, `true`, `["a", "b"]`, and `"5"` as JSON. Everything else is plain text. */
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
