/**
 * Lowercase text without accents, in which every character keeps its position: "Größte" becomes "groste". Patterns of
 * this folder are written for it.
 */
export function folded(text: string): string {
  return text.normalize('NFC').replace(/[^ -~]|[A-Z]/g, foldedCharacter);
}

const replaced: Record<string, string> = {
  ß: 's',
  œ: 'o',
  æ: 'a',
  ø: 'o',
  ł: 'l',
  '’': "'",
  '‘': "'",
  '\u00a0': ' ',
  '\u202f': ' ',
};

function foldedCharacter(character: string): string {
  const lower = character.toLowerCase();
  const plain = replaced[lower] ?? lower.normalize('NFD').slice(0, 1);
  return plain.length === 1 ? plain : lower.slice(0, 1);
}

/** Matches whole words of folded text. */
export function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z0-9])(?:${alternatives.join('|')})(?![a-z0-9])`, 'g');
}
