import type { Context } from 'koa';
import { AppError } from '../errors.ts';

export const bodyBytesMax = 4 * 1024 * 1024;

/** The JSON object in the body; {} when there is none. */
export const readJsonBody = async (ctx: Context): Promise<Record<string, unknown>> => {
  if (Number(ctx.get('content-length')) > bodyBytesMax) throw tooLarge();
  const text = await readText(ctx);
  if (text === '') return {};
  requireJson(ctx);
  const value = parse(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new AppError('malformed_json', 'The body has to be a JSON object.');
  }
  return value as Record<string, unknown>;
};

const requireJson = (ctx: Context): void => {
  const refuse = (message: string) => new AppError('unsupported_media_type', message);
  if (!ctx.is('application/json')) throw refuse('Send the body as JSON with "Content-Type: application/json".');
  if (!['', 'utf-8'].includes(ctx.request.charset.toLowerCase())) throw refuse('Send the body in UTF-8.');
  if (!['', 'identity'].includes(ctx.get('content-encoding'))) throw refuse('Send the body without Content-Encoding.');
};

/** Input of GET and DELETE stands in the query: a body would be ignored, so it is refused. */
export const refuseBody = (ctx: Context, name: string): void => {
  if (!Number(ctx.get('content-length')) && ctx.get('transfer-encoding') === '') return;
  throw new AppError('validation_failed', `${name} takes no body: its input stands in the query.`, { field: 'body' });
};

const tooLarge = () =>
  new AppError(
    'body_too_large',
    `The body is larger than ${bodyBytesMax / 1024 / 1024} MB. Use an import job for more.`,
  );

const readText = async (ctx: Context): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks));
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decode = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError('malformed_json', 'The body is not valid UTF-8.', { cause });
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed_json', `The body is not valid JSON: ${(cause as Error).message}`, { cause });
  }
};
