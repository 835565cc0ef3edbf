import type { Middleware } from 'koa';
import { clientAddress, type TrustedProxies } from '../../settings/trusted-proxies.ts';

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'];

/** Sets the client address. Removes forwarded headers from untrusted peers. */
export function believeProxies(proxies: TrustedProxies): Middleware {
  return async (ctx, next) => {
    const peer = ctx.req.socket.remoteAddress ?? '';
    if (!proxies.has(peer)) for (const name of proxyHeaders) delete ctx.req.headers[name];
    ctx.request.ip = clientAddress(peer, ctx.get('x-forwarded-for'), proxies);
    await next();
  };
}
