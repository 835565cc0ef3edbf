import type { Context } from 'koa';
import { AppError } from '../errors/errors.ts';

/** Time limit for a body small enough to hold in memory. Slower senders only occupy the connection. */
const bodyMs = 30_000;
/**
 * Discards up to this many times the limit of an oversized body, because a client still sending at close misses the
 * response.
 */
const droppedTimes = 16;

/**
 * Reads the whole body. A body rejected before its end closes the connection, because its remaining bytes are useless.
 */
export function readBytes(
  ctx: Pick<Context, 'req' | 'set'>,
  { bytesMax, tooLarge, withinMs = bodyMs }: { bytesMax: number; tooLarge: string; withinMs?: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const problem = () =>
      size > bytesMax
        ? new AppError('body_too_large', tooLarge)
        : new AppError('malformed_request', `The body was not complete after ${withinMs / 1_000} s.`);
    const refuse = () => {
      clearTimeout(late);
      ctx.set('Connection', 'close');
      ctx.req.removeAllListeners('data').resume();
      reject(problem());
    };
    const late = setTimeout(refuse, withinMs);
    ctx.req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bytesMax) chunks.push(chunk);
      else chunks = [];
      if (size > bytesMax * droppedTimes) refuse();
    });
    ctx.req.once('end', () => (size > bytesMax ? reject(problem()) : resolve(Buffer.concat(chunks))));
    ctx.req.once('error', reject);
    for (const over of ['end', 'close']) ctx.req.once(over, () => clearTimeout(late));
  });
}
