import { fileURLToPath } from 'node:url';
import { Liquid } from 'liquidjs';
import { assetVersions } from './assets.ts';
import { notices } from './notices.ts';
import type { WebContext } from './web-deps.ts';

const engine = new Liquid({
  root: fileURLToPath(new URL('./pages', import.meta.url)),
  extname: '.liquid',
  outputEscape: 'escape',
  strictFilters: true,
  cache: true,
  timezoneOffset: 0,
});

/** Every value is escaped on output; the templates mark nothing as raw. */
export const renderPage = async (ctx: WebContext, page: string, data: Record<string, unknown> = {}): Promise<void> => {
  const { member, visitor, csrfToken } = ctx.state;
  const notice = ctx.query?.notice;
  ctx.type = 'html';
  ctx.body = await engine.renderFile(page, {
    assets: assetVersions,
    csrf: csrfToken,
    member,
    visitor,
    path: ctx.path,
    notice: typeof notice === 'string' ? notices[notice] : undefined,
    ...data,
  });
};
