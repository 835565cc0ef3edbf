import { requireVisitor } from '../../chain/load-visitor.ts';
import { formIn } from '../../chain/read-form.ts';
import { keepLook, readLook } from '../../frame/look.ts';
import { type Look, lookChoices, lookOf } from '../../frame/look-choices.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebDeps, WebRouter } from '../../frame/web-deps.ts';

const texts: Record<string, string> = { system: 'Same as the system', icons: 'Icons only' };

/** Choices of one preference, with the words that the form shows. */
function choicesOf(name: keyof Look) {
  return lookChoices[name].map((value) => ({
    value,
    text: texts[value] ?? value.charAt(0).toUpperCase() + value.slice(1),
  }));
}

/** A person's own preferences. They are stored in the browser, so that even the first page uses them. */
export function profilePages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/profile', requireVisitor, (ctx) =>
    renderPage(ctx, 'profile', {
      themes: choicesOf('theme'),
      densities: choicesOf('density'),
      sidebars: choicesOf('sidebar'),
      keys: choicesOf('keys'),
      goLive: choicesOf('goLive'),
    }),
  );
  // A form that has only some of the preferences keeps the others.
  router.post('/app/profile', requireVisitor, async (ctx) => {
    const look = lookOf({ ...readLook(ctx), ...Object.fromEntries(formIn(ctx)) });
    keepLook(ctx, deps.config, look, deps.now());
    ctx.redirect('/app/profile?notice=profile-saved');
  });
}
