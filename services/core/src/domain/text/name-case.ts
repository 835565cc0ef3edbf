const small = new Set([
  'de',
  'der',
  'den',
  'van',
  'von',
  'zu',
  'zur',
  'di',
  'da',
  'dos',
  'of',
  'and',
  'the',
  'for',
  'at',
  'in',
]);
const acronyms = new Set([
  'ceo',
  'cto',
  'cfo',
  'coo',
  'cmo',
  'cio',
  'ciso',
  'cro',
  'vp',
  'svp',
  'evp',
  'it',
  'hr',
  'uk',
  'usa',
  'ai',
  'ux',
  'ui',
  'qa',
]);

function capital(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1);
}

function capitalWord(word: string, index: number): string {
  if (acronyms.has(word)) return word.toUpperCase();
  if (index > 0 && small.has(word)) return word;
  const parts = word.replace(
    /(^|[-'’])(\p{L})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
  return capital(parts.replace(/^Mc(\p{L})/u, (_all, letter: string) => `Mc${letter.toUpperCase()}`));
}

/** Capitalizes "jean-luc o'neill" as "Jean-Luc O'Neill". Text that already has capitals is unchanged. */
export function properName(text: string): string {
  const trimmed = text.trim();
  if (trimmed !== trimmed.toLowerCase()) return trimmed;
  return trimmed.split(/\s+/).map(capitalWord).join(' ');
}
