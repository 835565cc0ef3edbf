import { contentOf, type MimePart, mimePartsOf } from './mime-parts.ts';
import { decodeUtf7, unflow } from './transfer-encodings.ts';

interface Edit {
  at: number;
  end: number;
  by: string;
}

/** Message with the faults corrected that make mailparser lose text, and its parts. */
export interface MendedMessage {
  raw: Buffer;
  /** The message as latin1, as it arrived. */
  text: string;
  parts: MimePart[];
}

/** Text parts above this size in bytes stay unchanged. */
const textBytesMax = 1024 * 1024;
/**
 * Number of leading bytes searched for an HTML charset declaration (the HTML standard, section 13.2.3.2, requires the
 * first 1,024).
 */
const charsetSearchBytes = 2048;

/**
 * Rewrites the parts of a message whose text a parser would lose. These are `format=flowed` (mailparser joins lines of
 * different quote depths), UTF-7, and charset labels with trailing text. Also HTML with the only charset declaration
 * inside, and multiparts whose boundary does not occur.
 */
export function mendMessage(raw: Buffer): MendedMessage {
  const text = raw.toString('latin1');
  const parts = mimePartsOf(text);
  const edits = parts.flatMap((part) => editsOf(text, part));
  return { raw: edits.length === 0 ? raw : Buffer.from(applyEdits(text, edits), 'latin1'), text, parts };
}

function applyEdits(text: string, edits: Edit[]): string {
  let mended = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.at - b.at)) {
    mended += text.slice(at, edit.at) + edit.by;
    at = edit.end;
  }
  return mended + text.slice(at);
}

function editsOf(text: string, part: MimePart): Edit[] {
  if (part.brokenBoundary) return [headerEdit(text, part, contentTypeOfBroken(part))];
  const isText = part.type === 'text/plain' || part.type === 'text/html';
  if (!isText || part.disposition === 'attachment' || part.end - part.bodyAt > textBytesMax) return [];
  const given = part.parameters.charset ?? '';
  const isFlowed = part.type === 'text/plain' && part.parameters.format?.toLowerCase() === 'flowed';
  if (/^(unicode-1-1-)?utf-7$/i.test(given)) return rewritten(text, part, 'utf-8', decodeUtf7);
  const charset = charsetOf(text, part, given);
  // In UTF-16, a line end is not a single byte.
  if (isFlowed && !/^utf-?(16|32)/i.test(charset)) return rewritten(text, part, charset || 'utf-8', (body) => body);
  return charset === given ? [] : [headerEdit(text, part, { type: part.type, charset })];
}

function contentTypeOfBroken({ type, brokenBoundary }: MimePart): ContentType {
  const found = brokenBoundary?.found ?? null;
  return found === null ? { type: 'text/plain', charset: 'utf-8' } : { type, boundary: found };
}

/** Charset for decoding: the given label without trailing text, or the one that the HTML declares. */
function charsetOf(text: string, part: MimePart, given: string): string {
  if (given === '' && part.type === 'text/html') {
    const head = contentOf(text, part).subarray(0, charsetSearchBytes).toString('latin1');
    return /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? given;
  }
  const label = /^(utf-?8|us-ascii|iso-?8859-?\d{1,2}|windows-?\d{3,4}|cp-?\d{3,5}|koi8-?[ru])/i.exec(given)?.[0];
  return label !== undefined && !isKnownCharset(given) && isKnownCharset(label) ? label : given;
}

function isKnownCharset(label: string): boolean {
  try {
    return Boolean(new TextDecoder(label));
  } catch {
    return false;
  }
}

/** Same part with its text decoded, unflowed, and in base64. `decode` returns text of the charset's bytes or UTF-16. */
function rewritten(text: string, part: MimePart, charset: string, decode: (body: string) => string): Edit[] {
  const body = decode(contentOf(text, part).toString('latin1'));
  const isFlowed = part.parameters.format?.toLowerCase() === 'flowed';
  const plain = isFlowed ? unflow(body, part.parameters.delsp?.toLowerCase() === 'yes') : body;
  const bytes = Buffer.from(plain, decode === decodeUtf7 ? 'utf8' : 'latin1');
  const encoded = bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
  const header = headerEdit(text, part, { type: part.type, charset }, 'base64');
  return [header, { at: part.bodyAt, end: part.end, by: encoded }];
}

interface ContentType {
  type: string;
  charset?: string;
  boundary?: string;
}

/** Replaces the content headers of a part and keeps its other headers. */
function headerEdit(text: string, part: MimePart, { type, charset, boundary }: ContentType, encoding?: string): Edit {
  const { headersAt, bodyAt } = part;
  const block = text.slice(headersAt, bodyAt);
  const replaced = encoding === undefined ? 'content-type' : 'content-(?:type|transfer-encoding)';
  const others = block.replace(new RegExp(`^${replaced}[ \\t]*:.*(?:\\r?\\n[ \\t].*)*\\r?\\n`, 'gim'), '');
  const parameters = [charset && `; charset="${charset}"`, boundary && `; boundary="${boundary}"`];
  const lines = [`Content-Type: ${type}${parameters.filter(Boolean).join('')}`];
  if (encoding !== undefined) lines.push(`Content-Transfer-Encoding: ${encoding}`);
  return { at: headersAt, end: bodyAt, by: `${lines.join('\r\n')}\r\n${others || '\r\n'}` };
}
