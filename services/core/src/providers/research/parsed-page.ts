import { cutText } from '@outbound/node-service/text/cut-text';
import { isTag } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { ReadPage } from '../../domain/prospects/facts-in-pages.ts';
import { oneLine } from '../../domain/text/control-characters.ts';
import { visibleTextOf } from '../../transport/messages/visible-text.ts';

const textLengthMax = 200_000;
const titleLengthMax = 300;
const structuredMax = 20;
const linksMax = 1_000;

/** Text of a page in the encoding that its header, its first kilobyte, or else UTF-8 states. */
export function decodedPage(bytes: Buffer, type: string): string {
  const head = bytes.subarray(0, 1_024).toString('latin1');
  const label = /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /(?:charset|encoding)=["']?([\w-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Visible text, title, JSON-LD, and links of a page, or the entries of a feed. */
export function parsedPage(url: string, source: string): { page: ReadPage; links: string[] } {
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:rss|feed|rdf:RDF)\b/i.test(source))
    return parsedFeed(url, source);
  const root = parseDocument(source);
  const elements = DomUtils.getElementsByTagName(() => true, root, true);
  const named = (name: string) => elements.filter((element) => element.name === name);
  const [title] = named('title');
  const base = named('base').flatMap(({ attribs }) => attribs.href ?? [])[0];
  const from = base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url;
  const feeds = named('link').filter(({ attribs }) => /\b(rss|atom)\+xml\b/i.test(attribs.type ?? ''));
  const targets = [...named('a'), ...feeds].flatMap(({ attribs }) => attribs.href ?? []);
  const structured = named('script')
    .filter(({ attribs }) => /^application\/ld\+json/i.test(attribs.type ?? ''))
    .map((script) => DomUtils.textContent(script));
  const page = {
    url,
    title: title === undefined ? '' : cutText(oneLine(DomUtils.textContent(title)), titleLengthMax),
    text: cutText(visibleTextOf(root, { isPlain: true }), textLengthMax),
    structured: structured.slice(0, structuredMax),
  };
  return { page, links: targets.slice(0, linksMax).flatMap((href) => absolute(href, from)) };
}

/** Titles, dates, and summaries of the entries, one per line. */
function parsedFeed(url: string, source: string): { page: ReadPage; links: string[] } {
  const root = parseDocument(source, { xmlMode: true });
  const entries = DomUtils.getElementsByTagName((name) => name === 'item' || name === 'entry', root, true);
  const lines = entries.slice(0, 50).flatMap((entry) => {
    const textOf = (names: string[]) => {
      const found = entry.children.find((child) => isTag(child) && names.includes(child.name));
      return found === undefined ? '' : DomUtils.textContent(found).trim();
    };
    const summary = textOf(['description', 'summary', 'content', 'content:encoded']);
    const parts = [textOf(['title']), textOf(['pubDate', 'published', 'updated', 'dc:date'])];
    return [...parts, visibleTextOf(parseDocument(summary), { isPlain: true }), ''];
  });
  const title = DomUtils.getElementsByTagName('title', root, true, 1).map((element) => DomUtils.textContent(element));
  const text = cutText(lines.join('\n').trim(), textLengthMax);
  return { page: { url, title: cutText(oneLine(title.join()), titleLengthMax), text, structured: [] }, links: [] };
}

function absolute(href: string, base: string): string[] {
  if (!URL.canParse(href, base)) return [];
  const url = new URL(href, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) ? [url.href] : [];
}
