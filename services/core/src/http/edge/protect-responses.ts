import type { Middleware } from 'koa';

/** Responses of the API carry personal data: no cache keeps them, and no browser takes them for something else. */
export const protectResponses: Middleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Content-Type-Options', 'nosniff');
  await next();
};
