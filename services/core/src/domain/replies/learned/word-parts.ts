const partLengths = [3, 4, 5];
const charsMax = 400;

/**
 * The words, the pairs of them that stand together, and all parts of three to five letters in them: these carry over
 * endings, typing errors and compounds.
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

/** Its row in the table of weights (FNV-1a); what falls into one row shares its weights. */
export function rowOf(part: string, rows: number): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 16_777_619);
  return (hash >>> 0) % rows;
}
