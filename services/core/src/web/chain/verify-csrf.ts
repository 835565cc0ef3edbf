import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors/errors.ts';
import { readCookie, writeCookie } from '../frame/cookies.ts';
import type { WebConfig, WebContext, WebMiddleware } from '../frame/web-deps.ts';
import { isFromScript, signedOut } from './load-visitor.ts';
import { fieldIn } from './read-form.ts';

/**
 * Signed double submit: each form carries an HMAC over the browser's random cookie and the session. This rejects
 * planted cookies and other people's forms.
 */
export function verifyCsrf(config: WebConfig): WebMiddleware {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', config.secretKey, '', 'outbound csrf', 32)));
  const tokenFor = (ctx: WebContext, seed: string) =>
    createHmac('sha256', key)
      .update(`${seed}\n${ctx.state.visitor?.session.id ?? ''}`)
      .digest('base64url');
  return async (ctx, next) => {
    let seed = readCookie(ctx, config, 'outbound_csrf');
    if (ctx.method === 'POST') {
      const isOurs = seed !== undefined && isEqual(fieldIn(ctx, '_csrf'), tokenFor(ctx, seed));
      if (!isOurs && ctx.state.visitor === undefined && isFromScript(ctx)) throw signedOut();
      if (!isOurs || ctx.get('Sec-Fetch-Site') === 'cross-site' || isForeign(ctx, config)) {
        // The script of the page gets a new token, and sends the form again.
        ctx.set('X-Form-Expired', 'true');
        throw new AppError('expired', 'This form has expired. Go back, reload the page and send it again.');
      }
    }
    if (seed === undefined) {
      seed = randomBytes(24).toString('base64url');
      writeCookie(ctx, config, 'outbound_csrf', seed);
    }
    ctx.state.csrfToken = tokenFor(ctx, seed);
    await next();
  };
}

/** A page without a referrer sends the origin `null`. Proxies may change the host, so the configured one counts too. */
function isForeign(ctx: WebContext, { baseUrl }: WebConfig): boolean {
  const origin = ctx.get('Origin');
  if (origin === '' || origin === 'null') return false;
  return ![ctx.host, new URL(baseUrl).host].includes(URL.parse(origin)?.host ?? '');
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
