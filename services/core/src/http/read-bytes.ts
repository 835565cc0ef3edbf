import type { Context } from 'koa';
import { AppError } from '../errors/errors.ts';

/** What is small enough to be held in memory has arrived by then, or its sender only holds the connection. */
const bodyMs = 30_000;
/** Who still sends when the connection ends never sees the answer: what is too large is dropped up to so often its limit. */
const droppedTimes = 16;

/** The whole body. One that is refused before its end takes the connection with it: what else comes on it is of no use. */
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
