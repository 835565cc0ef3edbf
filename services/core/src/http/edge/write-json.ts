import { toJson, withoutHalves } from '@outbound/node-service/text/to-json';
import type { Middleware } from 'koa';

/** Writes JSON responses with well-formed strings only. This includes errors, which quote caller input. */
export const writeJson: Middleware = async (ctx, next) => {
  await next();
  const { body } = ctx;
  if (!ctx.response.is('json')) return;
  if (typeof body === 'string') {
    const text = withoutHalves(body);
    if (text !== body) ctx.body = text;
  } else if (isPlain(body)) {
    ctx.body = toJson(body);
  }
};

/** True for a value that is neither a buffer nor a stream. */
function isPlain(body: unknown): boolean {
  return Array.isArray(body) || (typeof body === 'object' && Object.getPrototypeOf(body ?? 0) === Object.prototype);
}
