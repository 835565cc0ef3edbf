import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { idsInList } from './read-list.ts';
import type { RecordPage } from './record-page-kind.ts';

/** Parameter of a record's address: the query of the list that it was opened from. */
const parameter = 'in';

/** The records before and after this one in the list that it was opened from. Undefined without a list. */
export async function neighborsIn(ctx: WebContext, deps: WebDeps, page: RecordPage, id: string) {
  const list = listOf(ctx, page);
  if (list === undefined) return undefined;
  list.delete('all');
  const { ids, total } = await idsInList(ctx, deps, page, list);
  const at = ids.indexOf(id);
  if (at === -1) return undefined;
  const place = new URLSearchParams([[parameter, list.toString()]]);
  const hrefAt = (index: number) => ids[index] && `${page.path}/${ids[index]}?${place}`;
  return {
    beforeHref: hrefAt(at - 1),
    afterHref: hrefAt(at + 1),
    listHref: list.size === 0 ? page.path : `${page.path}?${list}`,
    place: list.has('cursor') ? undefined : `${at + 1} of ${total ?? ids.length}`,
  };
}

/** Query of the list that the address names, or from which the browser came. */
function listOf(ctx: WebContext, { path }: RecordPage): URLSearchParams | undefined {
  const named = ctx.query[parameter];
  if (typeof named === 'string') return new URLSearchParams(named);
  const from = URL.parse(ctx.get('referer'));
  return from?.pathname === path ? new URLSearchParams(from.search) : undefined;
}
