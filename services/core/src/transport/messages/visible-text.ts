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

/** What a person sees of an HTML message, as text: links with their target, quotes marked line by line, nothing hidden. */
export function visibleText(html: string): string {
  const root = parseDocument(html.slice(0, htmlLengthMax)) as HtmlNode;
  const hidden = hiddenSelectors(styleSheets(root));
  const text = textOf(root, hidden, { background: 'white', color: 'black' }, 0);
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Not by recursion: elements may lie in each other deeper than calls can. */
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

function textOf(node: HtmlNode, hidden: HiddenSelectors, around: Surroundings, depth: number): string {
  if (node.type === 'text') return (node.data ?? '').replace(/\s+/g, ' ');
  const { name = '', attribs = {}, children = [] } = node;
  if (silent.has(name) || depth > depthMax) return '';
  if (name === 'br') return '\n';
  const own = name === '' ? around : isHidden(name, attribs, hidden, around);
  if (own === null) return '';
  const inner = children.map((child) => textOf(child, hidden, own, depth + 1)).join('');
  if (name === 'a') return linkText(inner, attribs.href ?? '');
  if (name === 'blockquote' || quoteClasses.test(attribs.class ?? '')) return `\n${quoted(inner)}\n`;
  if (!blocks.has(name)) return inner;
  return name === 'li' ? `\n- ${inner.trim()}\n` : `\n${inner}\n`;
}

function linkText(inner: string, href: string): string {
  const text = inner.trim();
  const isShown = !/^https?:\/\//i.test(href) || text === '' || text.includes(href);
  return isShown ? inner : `${text} <${href.slice(0, 500)}>`;
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
