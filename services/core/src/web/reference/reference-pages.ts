import { apiPrefix, areaOf } from '../../actions/definition/define-action.ts';
import { allScopes } from '../../actions/definition/scopes.ts';
import { actions } from '../../actions/index.ts';
import { AppError, errorTable } from '../../errors/errors.ts';
import { areaDescriptions } from '../../openapi/areas.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';
import { wordsOf } from '../shown/words.ts';
import { describeOperation } from './describe-operation.ts';

export const referencePath = `${apiPrefix}/docs`;

const areas = [...new Set(actions.map(areaOf))].map((area) => {
  const text = wordsOf(area);
  return {
    area,
    title: text.charAt(0).toUpperCase() + text.slice(1),
    href: `${referencePath}/${area.replaceAll('_', '-')}`,
    description: areaDescriptions[area],
    operations: actions.filter((action) => areaOf(action) === area),
  };
});

const errors = Object.entries(errorTable).map(([code, entry]) => ({ code, ...entry }));

/** The public API reference: general rules for all operations, and a page for each area. */
export function referencePages(router: WebRouter, { config }: WebDeps): void {
  const shared = { base: referencePath, document: `${apiPrefix}/openapi.json`, areas };
  router.get(referencePath, (ctx) => renderPage(ctx, 'reference', { ...shared, errors, scopes: allScopes }));
  router.get(`${referencePath}/:area`, async (ctx) => {
    const found = areas.find(({ href }) => href === `${referencePath}/${ctx.params.area}`);
    if (found === undefined) throw new AppError('not_found', 'The reference has no such page.');
    const operations = found.operations.map((action) => describeOperation(action, config.baseUrl));
    await renderPage(ctx, 'reference-area', { ...shared, ...found, operations });
  });
}
