import type { PageRequest, PageResult } from '../domain/paging.ts';
import type { WebContext, WebDeps } from './web-deps.ts';

const shownMax = 50;
const searchLengthMax = 100;

/** One page of a list, newest first. */
export interface PagedList<T> {
  items: T[];
  /** Where the next page is; null on the last one. */
  moreHref: string | null;
  /** Where the first page is; null on it. */
  firstHref: string | null;
}

/** The filters in the page's address carry over to the next page; its cursor is bound to them, as in the API. */
export const pagedList = async <T>(
  ctx: WebContext,
  deps: WebDeps,
  filter: Record<string, string>,
  find: (page: PageRequest) => Promise<PageResult<T>>,
): Promise<PagedList<T>> => {
  const cursor = parameterIn(ctx, 'cursor');
  const input = { ...filter, limit: shownMax, cursor };
  const request = deps.pager.request(input, '-id');
  const found = await find(request);
  const { nextCursor } = deps.pager.answer(input, request, found);
  const hrefOf = (query: Record<string, string>) => `${ctx.path}?${new URLSearchParams(query)}`;
  return {
    items: found.items,
    moreHref: nextCursor && hrefOf({ ...filter, cursor: nextCursor }),
    firstHref: cursor === undefined ? null : hrefOf(filter),
  };
};

/** What the address searches for. */
export const searchIn = (ctx: WebContext): string | undefined =>
  parameterIn(ctx, 'q')?.trim().slice(0, searchLengthMax) || undefined;

/** What the address chooses; whatever is not a choice filters nothing. */
export const choiceIn = (ctx: WebContext, name: string, choices: readonly string[]): string | undefined =>
  choices.find((choice) => choice === parameterIn(ctx, name));

/** The filters that are set. */
export const given = (filter: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined));

const parameterIn = (ctx: WebContext, name: string): string | undefined => {
  const value = ctx.query[name];
  return typeof value === 'string' ? value : undefined;
};
