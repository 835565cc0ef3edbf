import type { WebConfig, WebMiddleware } from '../frame/web-deps.ts';

/** `formTargets`: origins to which a form of this page redirects. */
export function contentPolicy(formTargets: string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

const yearSeconds = 365 * 24 * 60 * 60;

export function securityHeaders(config: WebConfig): WebMiddleware {
  const isHttps = config.baseUrl.startsWith('https:');
  return async (ctx, next) => {
    ctx.set('Content-Security-Policy', contentPolicy());
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('X-Frame-Options', 'DENY');
    ctx.set('Referrer-Policy', 'same-origin');
    ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
    ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
    ctx.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    ctx.set('Cache-Control', 'no-store');
    if (isHttps) ctx.set('Strict-Transport-Security', `max-age=${yearSeconds}`);
    await next();
  };
}
