/** Quotes a text as one word of a shell, which carries out nothing in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
