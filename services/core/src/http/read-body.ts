import type { Context } from 'koa';
import { AppError } from '../errors.ts';

export const bodyBytesMax = 4 * 1024 * 1024;

/** The JSON object in the body; {} when there is none. */
export const readJsonBody = async (ctx: Context): Promise<Record<string, unknown>> => {
  if (Number(ctx.get('content-length')) > bodyBytesMax) throw tooLarge();
  const text = await readText(ctx);
  if (text === '') return {};
  if (!ctx.is('application/json')) {
    throw new AppError('unsupported_media_type', 'Send the body as JSON with "Content-Type: application/json".');
  }
  const value = parse(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new AppError('malformed_json', 'The body has to be a JSON object.');
  }
  return value as Record<string, unknown>;
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
  return Buffer.concat(chunks).toString('utf8');
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed_json', `The body is not valid JSON: ${(cause as Error).message}`, { cause });
  }
};
