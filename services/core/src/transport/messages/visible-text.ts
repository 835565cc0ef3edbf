import { cutText } from '@outbound/node-service/text/cut-text';
import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { type ComputedStyle, styleFinder } from './computed-style.ts';
import { black, type Surroundings, visibleWithin, white } from './html-visibility.ts';

const blocks = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const silent = new Set('head script style template title noscript iframe object svg math select textarea'.split(' '));
const quoteClasses = /\b(gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra|gmail_extra)\b/;
const depthMax = 200;
const htmlLengthMax = 500_000;

/** Visible text of an HTML message: links with their target, quotes marked line by line, and nothing hidden. */
export function visibleText(html: string, { isColorIgnored = false } = {}): string {
  return visibleTextOf(parseDocument(cutText(html, htmlLengthMax)), { isColorIgnored });
}

/** Visible text of a parsed document. `isPlain` omits the targets of links and the marks of quotes and lists. */
export function visibleTextOf(root: Document, { isColorIgnored = false, isPlain = false } = {}): string {
  const sight = { styleOf: styleFinder(styleSheets(root)), around: onPaper(isColorIgnored), isPlain };
  return tidied(textOfAll(root.children, sight, 0).join(''));
}

/** All text of an HTML message, for messages without visible text. */
export function hiddenText(html: string): string {
  const root = parseDocument(cutText(html, htmlLengthMax));
  return tidied(textOfAll(root.children, { styleOf: null, around: onPaper(true), isPlain: false }, 0).join(''));
}

function onPaper(isColorIgnored: boolean): Surroundings {
  return { background: white, color: black, opacity: 1, isColorIgnored };
}

function tidied(text: string): string {
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Iterative, because elements can be nested deeper than the call stack. */
function styleSheets(root: Document): string {
  const sheets: string[] = [];
  const open: ChildNode[] = root.children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('children' in node)) continue;
    const { children } = node;
    // One by one, because an element can have more children than a call can have arguments.
    if (isTag(node) && node.name === 'style') for (const child of children.filter(isText)) sheets.push(child.data);
    else for (const child of children.toReversed()) open.push(child);
  }
  return sheets.join('\n');
}

interface Sight {
  /** Null means that hidden text counts too. */
  styleOf: ((element: Element) => ComputedStyle) | null;
  around: Surroundings;
  isPlain: boolean;
}

function textOfAll(nodes: ChildNode[], sight: Sight, depth: number): string[] {
  return nodes.map((node) => textOf(node, sight, depth));
}

function textOf(node: ChildNode, sight: Sight, depth: number): string {
  if (isText(node)) return node.data.replace(/\s+/g, ' ');
  if (!isTag(node)) return '';
  const { name, attribs } = node;
  if (silent.has(name) || depth > depthMax) return '';
  if (name === 'br') return '\n';
  const { styleOf, isPlain } = sight;
  const around = styleOf === null ? sight.around : visibleWithin(styleOf(node), sight.around);
  if (around === null) return '';
  const texts = textOfAll(shownChildren(node, sight), { styleOf, around, isPlain }, depth + 1);
  if (isPlain) return blocks.has(name) ? `\n${texts.join('')}\n` : texts.join('');
  const inner = (name === 'ol' ? numbered(texts, Number(attribs.start ?? 1)) : texts).join('');
  if (name === 'a') return linkText(inner, attribs.href ?? '');
  if (name === 'blockquote' || quoteClasses.test(attribs.class ?? '')) return `\n${quoted(inner)}\n`;
  if (!blocks.has(name)) return inner;
  return name === 'li' ? `\n- ${inner.trim()}\n` : `\n${inner}\n`;
}

/** Closed details show only their summary. */
function shownChildren({ name, attribs, children }: Element, { styleOf }: Sight): ChildNode[] {
  if (name !== 'details' || 'open' in attribs || styleOf === null) return children;
  return children.filter((child) => isTag(child) && child.name === 'summary').slice(0, 1);
}

/** Keeps the numbers of an ordered list's items. */
function numbered(texts: string[], start: number): string[] {
  let number = Number.isSafeInteger(start) ? start : 1;
  return texts.map((text) => text.replace(/^\n- /, () => `\n${number++}. `));
}

function linkText(inner: string, href: string): string {
  const text = inner.trim();
  const mailto = /^mailto:([^?]+)/i.exec(href)?.[1];
  // An HTML bounce can name the person only there.
  if (mailto && !text.includes('@')) return `${text} <${mailto.slice(0, 500)}>`;
  const isShown = !/^https?:\/\//i.test(href) || text === '' || text.includes(href);
  return isShown ? inner : `${text} <${cutText(href, 500)}>`;
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
