import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { findLinkTarget, unsubscribe } from '../engine/suppressions/unsubscribe-link.ts';
import { askPage, donePage, unknownPage } from './unsubscribe-page.ts';

export interface PublicDeps {
  now: () => Date;
}

function answer(ctx: Context, status: number, body: string): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = body;
  ctx.set('Cache-Control', 'no-store');
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'",
  );
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('X-Robots-Tag', 'noindex');
}

/**
 * The pages that recipients reach from a message. A GET shows a page and does nothing, because scanners follow links. A
 * POST unsubscribes, from that page or by the mail client's one-click request (RFC 8058), whatever its body.
 */
export function publicRoutes(deps: PublicDeps): Middleware {
  const router = new Router();
  router.get('/u/:token', async (ctx) => {
    const target = await findLinkTarget(ctx.params.token!);
    if (target === null) return answer(ctx, 404, unknownPage());
    return answer(ctx, 200, askPage(target.sender, target.message.to));
  });
  router.post('/u/:token', async (ctx) => {
    const target = await findLinkTarget(ctx.params.token!);
    if (target === null) return answer(ctx, 404, unknownPage());
    await unsubscribe(target.message, deps);
    return answer(ctx, 200, donePage(target.sender, target.message.to));
  });
  return router.routes() as Middleware;
}
