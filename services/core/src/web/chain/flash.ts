import { cutText } from '@outbound/node-service/text/cut-text';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { readCookie, writeCookie } from '../frame/cookies.ts';
import type { WebContext, WebDeps, WebMiddleware } from '../frame/web-deps.ts';

const shownMax = 300;
const context = 'notice of a page';

/** Sets a notice that the next page shows once. It is sealed, so that no one else can forge a notice. */
export function sayNext(ctx: WebContext, { config }: WebDeps, text: string): void {
  writeCookie(ctx, config, 'outbound_notice', seal(config.keyRing, context, cutText(text, shownMax)));
}

/** Passes the previous page's notice to pages. It is removed once it has been shown. */
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
