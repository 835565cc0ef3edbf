/** Place of a text: decides which rules apply to it. */
export type PassageKind = 'document' | 'public' | 'comment' | 'test name';

/** A stretch of prose that a person or a model reads, such as a paragraph, a description, or a comment. */
export interface Passage {
  /** From the root of the repository, with slashes. */
  file: string;
  /** Line of the first character, from 1. */
  line: number;
  kind: PassageKind;
  /** Plain text. Code and values are replaced by `codeMark`, so that they count as one word. */
  text: string;
}

/** Replaces inline code, template values, and placeholders. A word without a meaning for any rule. */
export const codeMark = '⟨code⟩';

/** Line of each offset, from 1. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

/** Separates a line from those above it. An indented line of a comment, such as a usage line, is a paragraph of its own. */
export function separatorBefore(indent: string): string {
  return indent.length >= 2 ? '\n\n' : ' ';
}

/** Replaces Markdown's inline marks by what a reader sees: link texts stay, code becomes one word. */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll(/(`+)(?!`).+?\1/gs, codeMark)
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<https?:[^>]*>|https?:\/\/[^\s)>]+/g, codeMark)
    .replaceAll(/\*\*|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/g, '');
}
