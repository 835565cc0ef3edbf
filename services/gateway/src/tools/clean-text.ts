/** Characters that hide text or turn its direction: controls but tab and line ends, zero width, bidi, tags. */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cf}]/gu;
const UNTRUSTED_MAX = 12_000;

/** Removes what a person would not see. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '');
}

/** Foreign text as a person would read it: no markup, links written out, nothing hidden, bounded. */
export function foreignToPlain(text: string): string {
  const plain = withoutHidden(/<[a-z!/][^>]*>/i.test(text) ? htmlToText(text) : text);
  const tidy = plain
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return tidy.length > UNTRUSTED_MAX ? `${tidy.slice(0, UNTRUSTED_MAX)}\n[cut at ${UNTRUSTED_MAX} characters]` : tidy;
}

function htmlToText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<(script|style|head|title|template|noscript)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(
      /<([a-z0-9]+)\b[^>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0)[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi,
      '',
    )
    .replace(/<a\b[^>]*href\s*=\s*["']?([^"'\s>]+)[^>]*>([\s\S]*?)<\/a\s*>/gi, '$2 ($1)')
    .replace(/<(br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (entity, name: string) => decodeEntity(name.toLowerCase()) ?? entity);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name];
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
