import type { Context } from 'koa';
import { AppError } from '../errors.ts';

/** What is small enough to be held in memory has arrived by then, or its sender only holds the connection. */
const bodyMs = 30_000;

/** The whole body. Once it is refused the connection ends with the answer: what else comes on it is of no use. */
export function readBytes(
  ctx: Pick<Context, 'req' | 'set'>,
  { bytesMax, tooLarge, withinMs = bodyMs }: { bytesMax: number; tooLarge: string; withinMs?: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (error: AppError) => {
      clearTimeout(late);
      ctx.set('Connection', 'close');
      ctx.req.removeAllListeners('data').resume();
      reject(error);
    };
    const late = setTimeout(() => {
      refuse(new AppError('malformed_request', `The body was not complete after ${withinMs / 1_000} s.`));
    }, withinMs);
    ctx.req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > bytesMax) refuse(new AppError('body_too_large', tooLarge));
      else chunks.push(chunk);
    });
    ctx.req.once('end', () => resolve(Buffer.concat(chunks)));
    ctx.req.once('error', reject);
    for (const over of ['end', 'close']) ctx.req.once(over, () => clearTimeout(late));
  });
}
