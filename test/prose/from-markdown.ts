import { type Passage, withoutMarkup } from './passage.ts';

const fence = /^\s*(```|~~~)/;
const listItem = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\] )?/;
const heading = /^#{1,6}\s+/;
const tableRule = /^\s*\|?[\s|:-]+\|[\s|:-]*$/;

/** Paragraphs, headings, list items, and table cells of a Markdown file, each with its line. Code blocks are skipped. */
export function passagesOfMarkdown(file: string, source: string): Passage[] {
  const passages: Passage[] = [];
  let open: { line: number; parts: string[] } | undefined;
  const close = () => {
    if (open !== undefined) add(open.line, open.parts.join(' '));
    open = undefined;
  };
  const add = (line: number, raw: string) => {
    const text = withoutMarkup(raw.replaceAll(/<!--.*?-->/g, '')).trim();
    if (/\p{L}/u.test(text)) passages.push({ file, line, kind: 'document', text });
  };
  let isCode = false;
  for (const [index, line] of source.split('\n').entries()) {
    const number = index + 1;
    if (fence.test(line)) {
      close();
      isCode = !isCode;
    } else if (isCode) {
      // Skipped: code is checked by whatever runs it.
    } else if (line.trim() === '' || tableRule.test(line)) close();
    else if (/^\s*\|/.test(line)) {
      close();
      for (const cell of cellsOf(line)) add(number, cell);
    } else if (heading.test(line)) {
      close();
      add(number, line.replace(heading, ''));
    } else if (listItem.test(line)) {
      close();
      open = { line: number, parts: [line.replace(listItem, '')] };
    } else {
      open ??= { line: number, parts: [] };
      open.parts.push(line.replace(/^\s*>\s?/, '').trim());
    }
  }
  close();
  return passages;
}

/** Cells of a table row. A bar inside code or after a backslash does not end a cell. */
function cellsOf(line: string): string[] {
  return line
    .replaceAll(/`[^`]*`/g, (code) => code.replaceAll('|', ' '))
    .replaceAll('\\|', ' ')
    .split('|')
    .slice(1, -1);
}
