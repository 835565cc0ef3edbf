import type { WebConfig, WebContext, WebMiddleware } from '../frame/web-deps.ts';
import { readCookie, writeCookie } from './cookies.ts';

export const themes = ['system', 'light', 'dark'] as const;
export const densities = ['compact', 'comfortable'] as const;

/** How a person likes the pages to look; kept in their browser, so that nothing flashes. */
export interface Look {
  theme: (typeof themes)[number];
  density: (typeof densities)[number];
}

const usual: Look = { theme: 'system', density: 'compact' };
const keptMs = 365 * 24 * 60 * 60 * 1_000;

/** Puts the look that the browser keeps into the state. */
export function loadLook(config: WebConfig): WebMiddleware {
  return async (ctx, next) => {
    const [theme, density] = readCookie(ctx, config, 'outbound_look')?.split('.') ?? [];
    ctx.state.look = lookOf(theme, density);
    await next();
  };
}

export function readLook(ctx: WebContext): Look {
  return ctx.state.look ?? usual;
}

export function keepLook(ctx: WebContext, config: WebConfig, look: Look, now: Date): void {
  const value = `${look.theme}.${look.density}`;
  writeCookie(ctx, config, 'outbound_look', value, new Date(now.getTime() + keptMs));
}

/** Values that are not offered become the usual ones. */
export function lookOf(theme: unknown, density: unknown): Look {
  return {
    theme: themes.find((one) => one === theme) ?? usual.theme,
    density: densities.find((one) => one === density) ?? usual.density,
  };
}
