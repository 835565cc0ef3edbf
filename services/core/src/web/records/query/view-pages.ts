import { createView } from '../../../actions/fields/views/create-view.ts';
import { updateView } from '../../../actions/fields/views/update-view.ts';
import { AppError } from '../../../errors/errors.ts';
import { sayNext } from '../../chain/flash.ts';
import { requireMember } from '../../chain/load-visitor.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { requireRoleAtPage } from '../../chain/require-role.ts';
import { refusalOf } from '../../do/form-page.ts';
import { performAction } from '../../do/perform-action.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { recordPages } from '../record-pages.ts';
import { whereIn } from './conditions.ts';
import { viewsOf } from './query-table.ts';
import { totalInWords, viewTotals } from './view-counts.ts';

/** Saves the condition, order, and columns of a table as a view, or changes the open view to them. */
export function viewPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/view-tabs', requireMember, (ctx) => showTabs(ctx, deps));
  router.post('/app/views', requireRoleAtPage('member'), (ctx) => save(ctx, deps));
}

/** The tabs with their counts, which the page loads later. Its address is in `of`. */
async function showTabs(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { pathname, searchParams } = new URL(String(ctx.query.of ?? ''), 'http://page');
  const page = recordPages.find(({ path, query }) => path === pathname && query !== undefined);
  if (page?.query === undefined) throw new AppError('not_found', 'There is no such page.');
  const views = await viewsOf(ctx, deps, page, searchParams);
  const { read } = page.query;
  const totals = await viewTotals(
    ctx,
    deps,
    views.found.map((view) => ({ view, read })),
  );
  const tabs = views.tabs.map((tab) => ({ ...tab, count: totalInWords(totals.get(tab.id) ?? {}) }));
  await renderPage(ctx, 'view-tabs', { views: { ...views, tabs }, path: pathname });
}

async function save(ctx: WebContext, deps: WebDeps): Promise<void> {
  const form = formIn(ctx);
  const page = recordPages.find(({ path, query }) => path === fieldIn(ctx, 'page') && query !== undefined);
  const path = page?.path ?? '/app/contacts';
  const shown = new URLSearchParams([...form].filter(([name]) => ['where', 'sort', 'columns'].includes(name)));
  const viewId = fieldIn(ctx, 'viewId');
  try {
    const [where, sort, columns] = [whereIn(shown), shown.get('sort'), shown.getAll('columns')];
    const saved =
      viewId === ''
        ? await performAction(ctx, deps, createView, {
            name: fieldIn(ctx, 'name').trim(),
            kind: page?.query?.kind ?? 'contacts',
            ...(where && { where }),
            ...(sort && { sort }),
            columns,
            isShared: fieldIn(ctx, 'isShared') === 'true',
          })
        : await performAction(ctx, deps, updateView, { viewId, where: where ?? null, sort: sort || null, columns });
    shown.set('view', String(saved.data.id));
    sayNext(ctx, deps, viewId === '' ? 'View saved.' : 'View updated.');
  } catch (error) {
    sayNext(ctx, deps, refusalOf(error).problem ?? '');
  }
  ctx.redirect(`${path}?${shown}`);
}
