import { AppError } from '../../errors/errors.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { safeNext } from '../chain/safe-next.ts';
import { actionHref } from '../do/action-link.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { actionNamed, typeOfField } from '../shown/record-types.ts';
import { showList } from './list-page.ts';
import { showRecord } from './record-page.ts';
import { recordPages } from './record-pages.ts';

/** Records that have hand-made pages. */
const handMade: readonly string[] = ['contactId', 'companyId'];
const selectedMax = 100;

/** Lists and record pages, built from one table each, and bulk operations. */
export function recordRoutes(router: WebRouter, deps: WebDeps): void {
  for (const page of recordPages) {
    router.get(page.path, requireMember, (ctx) => showList(ctx, deps, page));
    const hasPage = page.idField !== undefined && typeOfField(page.idField)?.hasPage;
    if (!hasPage || handMade.includes(page.idField!)) continue;
    router.get(`${page.path}/:id`, requireMember, (ctx) => showRecord(ctx, deps, page));
  }
  router.get('/app/selected', requireMember, async (ctx) => withSelected(ctx));
}

/** Redirects to the operation with the selected records. */
function withSelected(ctx: WebContext): void {
  const query = new URLSearchParams(ctx.querystring);
  const [name, page] = [query.get('action') ?? '', recordPages.find(({ path }) => path === query.get('page'))];
  const ids = query.getAll('id').slice(0, selectedMax);
  if (page?.idField === undefined || actionNamed(name) === undefined) {
    throw new AppError('not_found', 'There is no such page.');
  }
  const back = safeNext(query.get('back') ?? page.path);
  const given = { [`${page.idField}s`]: ids.join('\n'), ...(query.has('plan') && { plan: 'yes' }) };
  const href = actionHref(name, given, back);
  ctx.redirect(ids.length === 0 ? back : href);
}
