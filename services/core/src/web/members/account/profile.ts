import { requireVisitor } from '../../chain/load-visitor.ts';
import { fieldIn } from '../../chain/read-form.ts';
import { keepLook } from '../../frame/look.ts';
import { densities, lookOf, themes } from '../../frame/look-choices.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebDeps, WebRouter } from '../../frame/web-deps.ts';

const themeTexts = { system: 'Same as the system', light: 'Light', dark: 'Dark' };
const densityTexts = { compact: 'Compact', comfortable: 'Comfortable' };

/** A person's own preferences. They are stored in the browser, so that even the first page uses them. */
export function profilePages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/profile', requireVisitor, (ctx) =>
    renderPage(ctx, 'profile', {
      themes: themes.map((value) => ({ value, text: themeTexts[value] })),
      densities: densities.map((value) => ({ value, text: densityTexts[value] })),
    }),
  );
  router.post('/app/profile', requireVisitor, async (ctx) => {
    keepLook(ctx, deps.config, lookOf(fieldIn(ctx, 'theme'), fieldIn(ctx, 'density')), deps.now());
    ctx.redirect('/app/profile?notice=profile-saved');
  });
}
