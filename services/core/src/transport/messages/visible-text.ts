import { cutText } from '@outbound/node-service/text/cut-text';
import { parseDocument } from 'htmlparser2';
import { type HiddenSelectors, hiddenSelectors, isHidden, type Surroundings } from './html-visibility.ts';

interface HtmlNode {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: HtmlNode[];
}

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
  const root = parseDocument(cutText(html, htmlLengthMax)) as HtmlNode;
  const hidden = hiddenSelectors(styleSheets(root));
  return tidied(textOf(root, { hidden, around: onPaper(isColorIgnored) }, 0));
}

/** All text of an HTML message, for messages without visible text. */
export function hiddenText(html: string): string {
  const root = parseDocument(cutText(html, htmlLengthMax)) as HtmlNode;
  return tidied(textOf(root, { hidden: null, around: onPaper(true) }, 0));
}

function onPaper(isColorIgnored: boolean): Surroundings {
  return { background: 'white', color: 'black', isColorIgnored };
}

function tidied(text: string): string {
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Iterative, because elements can be nested deeper than the call stack. */
function styleSheets(root: HtmlNode): string {
  const sheets: string[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { name, children = [] } = node;
    if (name === 'style') sheets.push(...children.map(({ data = '' }) => data));
    else for (const child of children.toReversed()) open.push(child);
  }
  return sheets.join('');
}

interface Sight {
  /** Null means that hidden text counts too. */
  hidden: HiddenSelectors | null;
  around: Surroundings;
}

function textOf(node: HtmlNode, { hidden, around }: Sight, depth: number): string {
  if (node.type === 'text') return (node.data ?? '').replace(/\s+/g, ' ');
  const { name = '', attribs = {}, children = [] } = node;
  if (silent.has(name) || depth > depthMax) return '';
  if (name === 'br') return '\n';
  const own = name === '' || hidden === null ? around : isHidden(name, attribs, hidden, around);
  if (own === null) return '';
  const texts = children.map((child) => textOf(child, { hidden, around: own }, depth + 1));
  const inner = (name === 'ol' ? numbered(texts, Number(attribs.start ?? 1)) : texts).join('');
  if (name === 'a') return linkText(inner, attribs.href ?? '');
  if (name === 'blockquote' || quoteClasses.test(attribs.class ?? '')) return `\n${quoted(inner)}\n`;
  if (!blocks.has(name)) return inner;
  return name === 'li' ? `\n- ${inner.trim()}\n` : `\n${inner}\n`;
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
