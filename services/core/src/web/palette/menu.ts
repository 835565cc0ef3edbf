import { requireMember } from '../chain/load-visitor.ts';
import { searchIn } from '../chain/read-query.ts';
import { settingsMatching } from '../frame/navigation.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';

/** The whole navigation as pages: for phones, for use without scripts, and for the search in the settings. */
export function menuPages(router: WebRouter, _deps: WebDeps): void {
  router.get('/app/menu', requireMember, (ctx) => renderPage(ctx, 'menu'));
  router.get('/app/settings/all', requireMember, async (ctx) => {
    const search = searchIn(ctx) ?? '';
    await renderPage(ctx, 'settings-all', { search, groups: settingsMatching(search) });
  });
}
