import type { WebConfig, WebContext } from './web-deps.ts';

type CookieName = 'outbound_session' | 'outbound_csrf' | 'outbound_notice' | 'outbound_look' | 'outbound_recent';

/** With https, the browser itself restricts the cookie to this host, to https, and to the root path (`__Host-`). */
function fullName(config: WebConfig, name: CookieName): string {
  return config.baseUrl.startsWith('https:') ? `__Host-${name}` : name;
}

export function readCookie(ctx: WebContext, config: WebConfig, name: CookieName): string | undefined {
  return ctx.cookies.get(fullName(config, name));
}

/** Without `expires`, the cookie lasts until the browser closes. A null value removes it. */
export function writeCookie(
  ctx: WebContext,
  config: WebConfig,
  name: CookieName,
  value: string | null,
  expires?: Date,
): void {
  const isHttps = config.baseUrl.startsWith('https:');
  // Behind a proxy, the connection to us may be plain HTTP, so the public URL decides.
  ctx.cookies.secure = isHttps;
  ctx.cookies.set(fullName(config, name), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    path: '/',
    overwrite: true,
    ...(expires && { expires }),
  });
}
