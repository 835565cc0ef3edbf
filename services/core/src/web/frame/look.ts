import { readCookie, writeCookie } from './cookies.ts';
import { type Look, lookOf, usualLook } from './look-choices.ts';
import type { WebConfig, WebContext, WebMiddleware } from './web-deps.ts';

const keptMs = 365 * 24 * 60 * 60 * 1_000;

/** Adds the look stored in the browser to the state. */
export function loadLook(config: WebConfig): WebMiddleware {
  return async (ctx, next) => {
    const [theme, density] = readCookie(ctx, config, 'outbound_look')?.split('.') ?? [];
    ctx.state.look = lookOf(theme, density);
    await next();
  };
}

export function readLook(ctx: WebContext): Look {
  return ctx.state.look ?? usualLook;
}

export function keepLook(ctx: WebContext, config: WebConfig, look: Look, now: Date): void {
  const value = `${look.theme}.${look.density}`;
  writeCookie(ctx, config, 'outbound_look', value, new Date(now.getTime() + keptMs));
}
