import type { WebContext } from './web-deps.ts';

/** After an action that leads to another part of a page, the browser shows that part's address. */
export function pushAddress(ctx: WebContext): void {
  const shownAt = ctx.get('hx-current-url');
  if (shownAt !== '' && !shownAt.endsWith(ctx.url)) ctx.set('hx-push-url', ctx.url);
}
