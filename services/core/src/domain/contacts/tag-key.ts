/** Normalized name that identifies a tag. Ignores case, composed or decomposed accents, and the width of spaces. */
export function tagKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
