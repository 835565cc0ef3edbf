import { toStoreFilter } from '../../domain/fields/queries/store-filter.ts';
import { type Expression, readWhere } from '../../domain/fields/queries/where.ts';
import { notFound } from '../../errors/errors.ts';
import type { CompanyQuery } from '../../store/companies/company-store.ts';
import { queryLimits } from '../../store/documents/find-filtered-page.ts';
import { serverNow } from '../../store/documents/server-clock.ts';
import { findList } from '../../store/lists/list-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { customConditions } from '../fields/custom-fields.ts';
import { replaceConditions, withListMembers, withStoredTag } from '../fields/query/expression-parts.ts';
import { equal } from '../fields/query/filter-expression.ts';
import { companyQueryFields } from '../fields/query/record-query-fields.ts';
import { type CompanyFilter, companyConditions } from './company-filter.ts';

/** Expression for a filter. Dynamic lists are replaced by their own filters. */
export async function companyExpression(filter: CompanyFilter, ctx: ActionContext): Promise<Expression> {
  const { workspaceId } = ctx;
  const { listId, customFields, where } = filter;
  if (listId !== undefined && (await findList(workspaceId, listId))?.memberType !== 'company')
    throw notFound('list of companies', listId);
  const expression: Expression = {
    and: [
      ...companyConditions(filter),
      ...(listId === undefined ? [] : [equal('listIds', listId, true)]),
      ...(await customConditions(customFields, 'company', ctx)),
      ...(where === undefined ? [] : [readWhere(where, await companyQueryFields(ctx), await serverNow())]),
    ],
  };
  return replaceConditions(expression, async (condition) =>
    withListMembers(workspaceId, await withStoredTag(workspaceId, condition), 'company', (list) =>
      companyExpression(list.filter as CompanyFilter, ctx),
    ),
  );
}

/** Query for the companies of a filter. */
export async function resolveCompanyFilter(filter: CompanyFilter, ctx: ActionContext): Promise<CompanyQuery> {
  const expression = await companyExpression(filter, ctx);
  const narrowed = toStoreFilter(expression, () => undefined);
  return { filter: narrowed.filter, ...(filter.where !== undefined && { limits: queryLimits }) };
}
