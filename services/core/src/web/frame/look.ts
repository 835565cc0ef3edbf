import { readCookie, writeCookie } from './cookies.ts';
import { type Look, lookOf, parseLook, writeLook } from './look-choices.ts';
import type { WebConfig, WebContext, WebMiddleware } from './web-deps.ts';

const keptMs = 365 * 24 * 60 * 60 * 1_000;

/** Adds the look stored in the browser to the state. */
export function loadLook(config: WebConfig): WebMiddleware {
  return async (ctx, next) => {
    ctx.state.look = parseLook(readCookie(ctx, config, 'outbound_look'));
    await next();
  };
}

export function readLook(ctx: WebContext): Look {
  return ctx.state.look ?? lookOf();
}

export function keepLook(ctx: WebContext, config: WebConfig, look: Look, now: Date): void {
  writeCookie(ctx, config, 'outbound_look', writeLook(look), new Date(now.getTime() + keptMs));
}
