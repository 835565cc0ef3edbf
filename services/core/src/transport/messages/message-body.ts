import { escapeHtml } from '@outbound/node-service/text/html';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { BodyFormat } from '../../domain/messages/body-format.ts';
import { visibleText } from './visible-text.ts';

/** Text as written: the single source of both parts of a message. */
export interface WrittenBody {
  bodyText: string;
  /** Absent means plain text. */
  bodyFormat?: BodyFormat;
}

const lengths = [/^\d{1,4}(px|em|rem|%)?$/];
const blockStyles = { 'text-align': [/^(left|right|center|justify)$/], margin: lengths, padding: lengths };
const textStyles = {
  color: [/^#[0-9a-f]{3,6}$/i, /^[a-z]+$/i],
  'background-color': [/^#[0-9a-f]{3,6}$/i, /^[a-z]+$/i],
  'font-size': lengths,
  'font-weight': [/^(normal|bold|[1-9]00)$/],
  'font-family': [/^[\w\s,'"-]+$/],
};

/** Elements that mail clients show consistently, and none that run, load, or hide. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'div',
    'span',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'del',
    'sub',
    'sup',
    'small',
    'img',
    'table',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'caption',
  ],
  allowedAttributes: {
    '*': ['style', 'dir', 'lang', 'title'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan', 'align', 'valign'],
    th: ['colspan', 'rowspan', 'align', 'valign'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  allowedStyles: { '*': { ...blockStyles, ...textStyles } },
  disallowedTagsMode: 'discard',
};

/** HTML part. Null for plain text. */
export function htmlOf({ bodyText, bodyFormat = 'text' }: WrittenBody): string | null {
  if (bodyFormat === 'text') return null;
  const html = bodyFormat === 'html' ? bodyText : marked.parse(bodyText, { async: false, gfm: true, breaks: true });
  return sanitizeHtml(html, allowed).trim();
}

/** Text part: the visible text of the HTML. */
export function plainTextOf(body: WrittenBody): string {
  const html = htmlOf(body);
  return html === null ? body.bodyText : visibleText(html);
}

/** For checks of the recipient's view, in any source format. */
export function asPlainText<B extends WrittenBody>(body: B): B {
  return { ...body, bodyText: plainTextOf(body) };
}

/** Plain text as it appears in an HTML part. */
export function textToHtml(text: string): string {
  return escapeHtml(text)
    .replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)
    .replace(/\r?\n/g, '<br>\n');
}
