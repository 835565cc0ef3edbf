import { AppError } from '../../errors.ts';
import type { WebContext, WebMiddleware } from '../web-deps.ts';

const formBytesMax = 64 * 1024;

/** Reads the body of a posted form; every other method passes. */
export const readForm: WebMiddleware = async (ctx, next) => {
  if (ctx.method === 'POST') {
    if (!ctx.is('application/x-www-form-urlencoded'))
      throw new AppError('unsupported_media_type', 'Send this as a form.');
    ctx.state.form = new URLSearchParams(await readBody(ctx, formBytesMax));
  }
  await next();
};

export const formIn = (ctx: WebContext): URLSearchParams => ctx.state.form ?? new URLSearchParams();

/** One field as text, '' when it is missing. */
export const fieldIn = (ctx: WebContext, name: string): string => formIn(ctx).get(name) ?? '';

export async function readBody(ctx: WebContext, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) throw new AppError('body_too_large', `The body may have at most ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
