/** What makes two names one tag: case, accents as one or two characters, and the width of spaces do not count. */
export function tagKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
