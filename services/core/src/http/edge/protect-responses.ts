import type { Middleware } from 'koa';

/** API responses contain personal data, so they forbid caching and content sniffing. */
export const protectResponses: Middleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Content-Type-Options', 'nosniff');
  await next();
};
