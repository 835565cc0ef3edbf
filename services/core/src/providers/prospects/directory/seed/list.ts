/** Parses a comma-separated line of seed words. Keeps the data files short and easy to compare. */
export function list(words: string): string[] {
  return words.split(',').map((word) => word.trim());
}
