const partLengths = [3, 4, 5];
const charsMax = 400;

/**
 * Words, pairs of adjacent words, and all their substrings of three to five letters. Substrings handle inflections,
 * typing errors, and compounds.
 */
export function wordParts(plain: string): string[] {
  const parts = new Set<string>();
  let before = '^';
  for (const word of plain.slice(0, charsMax).split(' ').filter(Boolean)) {
    parts.add(`${before} ${word}`);
    before = word;
    const closed = `^${word}$`;
    parts.add(closed);
    for (const length of partLengths) {
      for (let at = 0; at + length <= closed.length; at++) parts.add(closed.slice(at, at + length));
    }
  }
  parts.add(`${before} $`);
  return [...parts];
}

/** Row of a part in the table of weights (FNV-1a). Parts in the same row share their weights. */
export function rowOf(part: string, rows: number): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 16_777_619);
  return (hash >>> 0) % rows;
}
