import { notFound } from '../../errors.ts';
import { findList } from '../../store/crm/list-store.ts';
import type { ActionContext } from '../action-context.ts';
import { type CompanyFilter, companyQuery } from './company-filter.ts';

/** The store's query for a filter, with a list in it looked up: a dynamic one stands for the filter that it holds. */
export const resolveCompanyFilter = async (
  filter: CompanyFilter,
  ctx: ActionContext,
): Promise<Record<string, unknown>> => {
  if (filter.listId === undefined) return companyQuery(filter);
  const list = await findList(ctx.workspaceId, filter.listId);
  if (list === null || list.memberType !== 'company') throw notFound('list of companies', filter.listId);
  if (list.kind === 'static') return companyQuery(filter);
  const { listId: _listId, ...rest } = filter;
  return { $and: [companyQuery(rest), companyQuery(list.filter as CompanyFilter)] };
};
