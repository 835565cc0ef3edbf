import { listViews } from '../../../actions/fields/views/list-views.ts';
import { requireMember } from '../../chain/load-visitor.ts';
import { readAction } from '../../do/perform-action.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { SidebarView, WebContext, WebDeps, WebMiddleware, WebRouter } from '../../frame/web-deps.ts';
import { recordPages } from '../record-pages.ts';
import { knownTotal, type View, type ViewTotal, viewTotals } from './view-counts.ts';
import { viewHref } from './view-href.ts';

const path = '/app/side-views';
const shownMax = 7;
const countMax = 999;

/** Adds the saved views that the sidebar shows to the state: the person's own, and shared ones. */
export function loadSidebarViews(deps: WebDeps): WebMiddleware {
  return async (ctx, next) => {
    if (ctx.state.member)
      ctx.state.listSidebarViews = async () => {
        const views = await pinnedViews(ctx, deps);
        const shown = views.map((one) => shownView(one, ctx.url, knownTotal(ctx, deps, one.view)));
        return { shown, countHref: shown.every(({ count }) => count !== undefined) ? undefined : countHref(ctx.url) };
      };
    await next();
  };
}

/** The saved views of the sidebar with their counts, which a page loads later. Its address is in `of`. */
export function sidebarViewPages(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, async (ctx) => {
    const views = await pinnedViews(ctx, deps);
    const totals = await viewTotals(ctx, deps, views);
    const shown = views.map((one) => shownView(one, String(ctx.query.of ?? ''), totals.get(one.view.id)));
    await renderPage(ctx, 'side-views', { views: { shown } });
  });
}

function countHref(url: string): string {
  return `${path}?${new URLSearchParams({ of: url })}`;
}

interface Pinned {
  view: View;
  path: string;
  read: string;
}

async function pinnedViews(ctx: WebContext, deps: WebDeps): Promise<Pinned[]> {
  const views = await readAction(ctx, deps, listViews, { limit: shownMax });
  return views.flatMap((view) => {
    const page = recordPages.find(({ query }) => query?.kind === view.kind);
    return page?.query === undefined ? [] : [{ view, path: page.path, read: page.query.read }];
  });
}

function shownView({ view, path }: Pinned, url: string, total?: ViewTotal): SidebarView {
  return { text: view.name, href: viewHref(path, view), isHere: isOpen(url, path, view.id), count: inShort(total) };
}

function inShort({ total }: ViewTotal = {}): string | undefined {
  if (total === undefined) return undefined;
  return total > countMax ? `${countMax}+` : String(total);
}

function isOpen(url: string, path: string, viewId: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://page');
  return pathname === path && searchParams.get('view') === viewId;
}
