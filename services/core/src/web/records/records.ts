import { requireMember } from '../chain/load-visitor.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';
import { typeOfField } from '../shown/record-types.ts';
import { showList } from './list-page.ts';
import { showRecord } from './record-page.ts';
import { recordPages } from './record-pages.ts';
import { selectedPages } from './selected-pages.ts';

/** Records that have hand-made pages. */
const handMade: readonly string[] = ['contactId', 'companyId', 'profileId'];

/** Lists and record pages, built from one table each, and what their bars do with the selected rows. */
export function recordRoutes(router: WebRouter, deps: WebDeps): void {
  for (const page of recordPages) {
    router.get(page.path, requireMember, (ctx) => showList(ctx, deps, page));
    const hasPage = page.idField !== undefined && typeOfField(page.idField)?.hasPage;
    if (!hasPage || handMade.includes(page.idField!)) continue;
    router.get(`${page.path}/:id`, requireMember, (ctx) => showRecord(ctx, deps, page));
  }
  selectedPages(router, deps);
}
