import { escapeRegExp } from '../../domain/text/escape-reg-exp.ts';
import { decodeQuotedPrintable } from './transfer-encodings.ts';

/** Part of a raw message (RFC 2045), by byte offsets. `message/*` parts are leaves. */
export interface MimePart {
  /** Unfolded header lines with names in lower case. The first one counts if a name repeats. */
  headers: Map<string, string>;
  /** Media type in lower case, such as `text/plain`. */
  type: string;
  parameters: Record<string, string>;
  disposition: string;
  /** Offset of the first header line. */
  headersAt: number;
  bodyAt: number;
  end: number;
  /** Set for a multipart whose boundary does not occur in its body: the boundary actually used, if any. */
  brokenBoundary?: { found: string | null };
}

/** Maximum nesting depth. Deeper parts are read as one part. */
const depthMax = 20;
const partsMax = 500;

/** Parts of a raw message, each multipart before its parts. Offsets are bytes: `text` is the message as latin1. */
export function mimePartsOf(text: string): MimePart[] {
  const parts: MimePart[] = [];
  readPart(text, 0, text.length, 0, parts);
  return parts;
}

/** Content of a leaf, without its transfer encoding. */
export function contentOf(text: string, { headers, bodyAt, end }: MimePart): Buffer {
  const body = text.slice(bodyAt, end);
  const encoding = headers.get('content-transfer-encoding')?.trim().toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body);
  return Buffer.from(body, 'latin1');
}

function readPart(text: string, at: number, end: number, depth: number, parts: MimePart[]): void {
  if (parts.length >= partsMax) return;
  const part = partAt(text, at, end);
  parts.push(part);
  if (!part.type.startsWith('multipart/') || depth >= depthMax) return;
  const boundary = part.parameters.boundary ?? '';
  let spans = boundary === '' ? [] : spansBetween(text, part, boundary);
  if (spans.length === 0) {
    const found = boundaryIn(text.slice(part.bodyAt, part.end));
    part.brokenBoundary = { found };
    spans = found === null ? [] : spansBetween(text, part, found);
  }
  for (const [start, stop] of spans) readPart(text, start, stop, depth + 1, parts);
}

function partAt(text: string, at: number, end: number): MimePart {
  const bodyAt = bodyAfter(text, at, end);
  const headers = headersIn(text.slice(at, bodyAt));
  // A part without headers is plain text (RFC 2045 section 5.2).
  const [type = '', ...rest] = parametersOf(headers.get('content-type') ?? 'text/plain');
  const [disposition = ''] = parametersOf(headers.get('content-disposition') ?? '');
  const parameters = Object.fromEntries(rest.map(nameAndValue));
  const place = { headersAt: at, bodyAt, end };
  return { headers, type: type.toLowerCase(), parameters, disposition: disposition.toLowerCase(), ...place };
}

/** Offset of the body, after the first empty line, which can be the first line of all. */
function bodyAfter(text: string, at: number, end: number): number {
  const first = /^\r?\n/.exec(text.slice(at, at + 2));
  if (first) return at + first[0].length;
  const blank = /\r?\n\r?\n/g;
  blank.lastIndex = at;
  const found = blank.exec(text);
  return found === null || found.index >= end ? end : Math.min(end, found.index + found[0].length);
}

export function headersIn(block: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (key !== undefined && !headers.has(key)) headers.set(key, value!.trim());
  }
  return headers;
}

function parametersOf(value: string): string[] {
  return (value.match(/(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? []).map((one) => one.trim());
}

function nameAndValue(parameter: string): [string, string] {
  const at = parameter.indexOf('=');
  const value = parameter.slice(at + 1).trim();
  const plain = /^"([\s\S]*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value;
  return [parameter.slice(0, Math.max(at, 0)).trim().toLowerCase(), plain];
}

/** Offsets of the content between the lines of a boundary. Empty if the boundary does not occur. */
function spansBetween(text: string, { bodyAt, end }: MimePart, boundary: string): [number, number][] {
  const escaped = escapeRegExp(boundary);
  const line = new RegExp(`^--${escaped}(--)?[ \\t]*(?:\\r?\\n|$)`, 'gm');
  line.lastIndex = bodyAt;
  const spans: [number, number][] = [];
  let start: number | null = null;
  for (let found = line.exec(text); found !== null && found.index < end; found = line.exec(text)) {
    if (start !== null) spans.push([start, withoutLineEnd(text, start, found.index)]);
    start = found[1] === undefined ? found.index + found[0].length : null;
    if (start === null) return spans;
  }
  // Last part of a truncated message.
  if (start !== null && start <= end) spans.push([start, end]);
  return spans;
}

/** The line end before a boundary belongs to the boundary. */
function withoutLineEnd(text: string, start: number, at: number): number {
  const isCrLf = text[at - 1] === '\n' && text[at - 2] === '\r';
  return Math.max(start, text[at - 1] === '\n' ? at - (isCrLf ? 2 : 1) : at);
}

/** Boundary that a body actually uses, regardless of its header: a line of two dashes above a content header. */
function boundaryIn(body: string): string | null {
  return /^--(\S[^\r\n]{0,69}?)[ \t]*\r?\n(?=content-[a-z-]+[ \t]*:)/im.exec(body)?.[1] ?? null;
}
