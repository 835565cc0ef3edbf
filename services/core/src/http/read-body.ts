import type { Context } from 'koa';
import { inexactNumber } from '../domain/contacts/imports/cell-values.ts';
import { AppError } from '../errors/errors.ts';
import { readBytes } from './read-bytes.ts';

export const bodyBytesMax = 4 * 1024 * 1024;
const tooLarge = `The body is larger than ${bodyBytesMax / 1024 / 1024} MB: send a file as the raw body, and many records by an import job.`;

/** JSON object in the body, or {} if there is no body. */
export async function readJsonBody(ctx: Context): Promise<Record<string, unknown>> {
  if (Number(ctx.get('content-length')) > bodyBytesMax) throw new AppError('body_too_large', tooLarge);
  const bytes = await readBytes(ctx, { bytesMax: bodyBytesMax, tooLarge });
  if (bytes.length === 0) return {};
  // Check before decoding, because a compressed body is not malformed text.
  requireJson(ctx);
  const text = decode(bytes);
  const value = parse(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new AppError('malformed_json', 'The body must be a JSON object.');
  }
  const doubled = doubledMember(text);
  if (doubled !== undefined) {
    throw new AppError(
      'malformed_json',
      `The body names "${doubled}" twice in one object: only one of them can be meant.`,
    );
  }
  refuseInexact(text);
  return value as Record<string, unknown>;
}

/** Strings with the colon that makes them names, and numbers outside of them. */
const stringOrNumber = /("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)|-?\d[\d.eE+-]*/g;

/** A number that JSON.parse would round (RFC 8259 section 6): two IDs could become one. Depth costs no stack here. */
function refuseInexact(text: string): void {
  let field = 'body';
  for (const [part, string, colon] of text.matchAll(stringOrNumber)) {
    if (string !== undefined) field = colon ? (JSON.parse(string) as string) : field;
    else if (inexactNumber(Number(part), part) !== undefined) {
      const message = `${field} is a number that cannot be kept exactly: send it as a text, "${field}": "…".`;
      throw new AppError('validation_failed', message, { field });
    }
  }
}

/** Names, and the braces of objects. A name belongs to the innermost open object. */
const jsonPart = /("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)|[{}]/g;

/** Finds a duplicate member name. JSON.parse would silently drop the first of the two values. */
function doubledMember(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [part, name, colon] of text.matchAll(jsonPart)) {
    if (part === '{') open.push(new Set());
    else if (part === '}') open.pop();
    else if (colon) {
      const names = open.at(-1)!;
      const own = JSON.parse(name!) as string;
      if (names.has(own)) return own;
      names.add(own);
    }
  }
  return undefined;
}

function requireJson(ctx: Context): void {
  const refuse = (message: string) => new AppError('unsupported_media_type', message);
  if (!ctx.is('application/json')) throw refuse('Send the body as JSON with "Content-Type: application/json".');
  if (!['', 'utf-8', 'utf8'].includes(ctx.request.charset.toLowerCase())) throw refuse('Send the body in UTF-8.');
  if (!['', 'identity'].includes(ctx.get('content-encoding'))) throw refuse('Send the body without Content-Encoding.');
}

/** Rejects a body on GET and DELETE, which take input from the query. Otherwise, it would be silently ignored. */
export function refuseBody(ctx: Context, name: string): void {
  if (!Number(ctx.get('content-length')) && ctx.get('transfer-encoding') === '') return;
  throw new AppError('validation_failed', `${name} takes no body: its input stands in the query.`, { field: 'body' });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError('malformed_json', 'The body is not valid UTF-8.', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed_json', `The body is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}
