import { cutText } from '@outbound/node-service/text/cut-text';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { readCookie, writeCookie } from '../frame/cookies.ts';
import type { WebContext, WebDeps, WebMiddleware } from '../frame/web-deps.ts';

const shownMax = 300;
const context = 'notice of a page';

/** What the next page says once. It is sealed, so that nobody else can put words in our mouth. */
export function sayNext(ctx: WebContext, { config }: WebDeps, text: string): void {
  writeCookie(ctx, config, 'outbound_notice', seal(config.keyRing, context, cutText(text, shownMax)));
}

/** Gives pages the notice of the page before; it is gone once it is shown. */
export function readFlash({ config }: WebDeps): WebMiddleware {
  return async (ctx, next) => {
    ctx.state.takeNotice = () => {
      const sealed = readCookie(ctx, config, 'outbound_notice');
      if (sealed === undefined) return undefined;
      writeCookie(ctx, config, 'outbound_notice', null);
      try {
        return unseal(config.keyRing, context, sealed);
      } catch {
        return undefined;
      }
    };
    await next();
  };
}
