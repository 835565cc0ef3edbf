import { cutText } from '@outbound/node-service/text/cut-text';

/** Characters that hide text or change its direction: controls except tab and line ends, zero width, bidi, tags. */
const hiddenCharacters = /(?![\t\n\r])[\p{Cc}\p{Cf}]/gu;
const untrustedMax = 12_000;
const markupMax = 40_000;

/** Most texts are plain ASCII and hide nothing. This test takes a fraction of the time of a replacement. */
const plainAscii = /^[\t\n\r -~]*$/;

/** Removes characters that a person would not see. */
export function withoutHidden(text: string): string {
  return plainAscii.test(text) ? text : text.replace(hiddenCharacters, '');
}

/** Foreign text as a person would read it: no markup, links written out, nothing hidden, limited length. */
export function foreignToPlain(text: string): string {
  const hasMarkup = /<[a-z!/]/i.test(text);
  const plain = withoutHidden(hasMarkup ? htmlToText(cutText(text, markupMax)) : text);
  const normalized = plain
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return cutText(normalized, untrustedMax, `\n[cut at ${untrustedMax} characters]`);
}

/** These patterns limit the length of attributes, so that hostile markup costs only time proportional to its length. */
function htmlToText(html: string): string {
  const visible = html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<(script|style|head|title|template|noscript)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(hiddenElement, '');
  return withLinksWritten(visible)
    .replace(/<(br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^>]{0,500}>/gi, '\n')
    .replace(/<[^>]*(>|$)/g, '')
    .replace(/&(#x?[0-9a-f]{1,8}|[a-z]{2,8});/gi, (entity, name: string) => decodeEntity(name.toLowerCase()) ?? entity);
}

const hiddenElement =
  /<([a-z0-9]{1,12})\b[^>]{0,500}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0)[^>]{0,500}>[\s\S]{0,5000}?(<\/\1\s*>|$)/gi;

/** `<a href="x">y</a>` becomes "y (x)". */
function withLinksWritten(html: string): string {
  let target = '';
  return html.replace(/<a\b([^>]{0,1000})>|<\/a\s{0,3}>/gi, (_tag, attributes?: string) => {
    const written = attributes === undefined && target ? ` (${target})` : '';
    target = /href\s{0,3}=\s{0,3}["']?([^"'\s]{1,500})/i.exec(attributes ?? '')?.[1] ?? '';
    return written;
  });
}

const htmlEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return htmlEntities[name];
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
