/**
 * A number with its noun in the right form: 1 contact, 2 contacts, 0 replies, 3 people. Pass the noun in the singular.
 */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : pluralOf(noun)}`;
}

function pluralOf(noun: string): string {
  if (noun === 'person') return 'people';
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Summarizes a page. Also mentions an early end, after many records that did not match. */
export function pageSummary(count: number, noun: string, page: { limit: number; nextCursor: string | null }): string {
  const found = counted(count, noun);
  if (page.nextCursor === null) return `${found}.`;
  return count < page.limit
    ? `${found} so far; the search goes on with the next page.`
    : `${found}, and more on the next page.`;
}
