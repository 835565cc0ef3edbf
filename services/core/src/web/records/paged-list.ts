import type { Static, TArray, TObject, TSchema } from 'typebox';
import type { ReadAction } from '../../actions/definition/define-action.ts';
import { parameterIn } from '../chain/read-query.ts';
import { readPage } from '../do/perform-action.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

const shownMax = 50;

/** One page of a list, newest first. */
export interface PagedList<T> {
  items: T[];
  /** URL of the next page. Null on the last one. */
  moreHref: string | null;
  /** URL of the first page. Null on that page. */
  firstHref: string | null;
}

/**
 * One page of an action's list. The filters in the page's URL carry over to the next page. Its cursor is bound to them,
 * as in the API. `bound`: parameters fixed by the page itself.
 */
export async function pagedList<Query extends TObject, Item extends TSchema>(
  ctx: WebContext,
  deps: WebDeps,
  action: ReadAction<Query, TArray<Item>>,
  filter: Record<string, string>,
  bound: Record<string, string> = {},
): Promise<PagedList<Static<Item>>> {
  const cursor = parameterIn(ctx, 'cursor');
  const input = { ...filter, ...bound, limit: shownMax, cursor };
  const { data, page } = await readPage(ctx, deps, action, input);
  const nextCursor = page?.nextCursor ?? null;
  const hrefOf = (query: Record<string, string>) => `${ctx.path}?${new URLSearchParams(query)}`;
  return {
    items: data as Static<Item>[],
    moreHref: nextCursor && hrefOf({ ...filter, cursor: nextCursor }),
    firstHref: cursor === undefined ? null : hrefOf(filter),
  };
}
