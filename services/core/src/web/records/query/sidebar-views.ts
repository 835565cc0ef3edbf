import { listViews } from '../../../actions/fields/views/list-views.ts';
import { readAction } from '../../do/perform-action.ts';
import type { WebDeps, WebMiddleware } from '../../frame/web-deps.ts';
import { recordPages } from '../record-pages.ts';
import { viewHref } from './view-href.ts';

const shownMax = 7;

/** Adds the saved views that the sidebar shows to the state: the person's own, and shared ones. */
export function loadSidebarViews(deps: WebDeps): WebMiddleware {
  return async (ctx, next) => {
    if (ctx.state.member)
      ctx.state.listSidebarViews = async () => {
        const views = await readAction(ctx, deps, listViews, { limit: shownMax });
        return views.flatMap((view) => {
          const path = recordPages.find(({ query }) => query?.kind === view.kind)?.path;
          if (path === undefined) return [];
          return [{ text: view.name, href: viewHref(path, view), isHere: isOpen(ctx.url, path, view.id) }];
        });
      };
    await next();
  };
}

function isOpen(url: string, path: string, viewId: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://page');
  return pathname === path && searchParams.get('view') === viewId;
}
