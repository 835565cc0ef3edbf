import { readFileSync } from 'node:fs';

/** Rows of a table in `words/`: a key, a tab, and its text. */
export function readTable(name: string): [key: string, text: string][] {
  const lines = readFileSync(new URL(`./words/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [key = '', text = ''] = line.split('\t');
    return [key, text];
  });
}
