/**
 * Syntax of the phrases in the data files, which are matched against plain words:
 * - `word`: the word itself. `word*`: any ending. `*word`: any beginning.
 * - `_`: up to five words.
 * - `(a|b c)`: one of these. `(a|b)?`: optional. `(a|b)*`: up to four of them.
 * - `{name}`: a phrase of the language's `words`.
 * - `^` and `$`: start and end of the sentence.
 */
const gap = '(?:\\S+ ){0,5}';
const wordsDepthMax = 6;

function withWords(phrase: string, words: Record<string, string>): string {
  let text = phrase;
  for (let depth = 0; depth < wordsDepthMax && text.includes('{'); depth++) {
    text = text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const found = words[name];
      if (found === undefined) throw new Error(`phrase "${phrase}" uses {${name}}, which is not in the words`);
      return `(${found})`;
    });
  }
  return text;
}

/** Splits at a separator outside all parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

/** Content of the parentheses that open at this position. */
function groupAt(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (depth === 0) return text.slice(open + 1, at);
  }
  throw new Error(`phrase "${text}" opens a group that it does not close`);
}

/** One item without spaces: letters, groups, and stars. */
function itemSource(item: string): string {
  let source = '';
  for (let at = 0; at < item.length; at++) {
    const char = item[at]!;
    if (char !== '(') {
      source += char === '*' ? '[a-z0-9]*' : char === '?' ? '\\?' : char;
      continue;
    }
    const group = groupAt(item, at);
    at += group.length + 1;
    const isOptional = item[at + 1] === '?';
    if (isOptional) at++;
    source += `(?:${alternatives(group)})${isOptional ? '?' : ''}`;
  }
  return source;
}

/** True for a group that is optional or can repeat: `(a|b)?` and `(a|b)*`. */
function isOptionalItem(item: string): boolean {
  return item.startsWith('(') && /\)[?*]$/.test(item) && groupAt(item, 0).length === item.length - 3;
}

function sequence(text: string): string {
  const items = splitOutside(text.trim().replace(/ _$/, ''), ' ');
  let source = '';
  let needsSpace = false;
  for (const item of items) {
    const space = needsSpace ? ' ' : '';
    if (item === '_') source += needsSpace ? ` (?:\\S+ ){0,5}` : gap;
    else if (isOptionalItem(item)) {
      const inner = itemSource(item.slice(0, -1));
      const times = item.endsWith('*') ? '{0,4}' : '?';
      source += needsSpace ? `(?: ${inner})${times}` : `(?:${inner} )${times}`;
      continue;
    } else if (item === '^' || item === '$') {
      source += item;
      continue;
    } else source += space + itemSource(item);
    needsSpace = item !== '_';
  }
  return source;
}

function alternatives(text: string): string {
  return splitOutside(text, '|').map(sequence).join('|');
}

/** Compiles phrases to one expression over plain words. Null for an empty list. */
export function compilePhrases(phrases: string[], words: Record<string, string>): RegExp | null {
  if (phrases.length === 0) return null;
  const source = phrases.map((phrase) => alternatives(withWords(phrase, words))).join('|');
  return new RegExp(`(?<![a-z0-9])(?:${source})(?![a-z0-9])`);
}
