import { notFound } from '../../errors.ts';
import { findList } from '../../store/crm/list-store.ts';
import type { ActionContext } from '../action-context.ts';
import { type ContactFilter, contactQuery } from './contact-filter.ts';

/** The store's query for a filter, with a list in it looked up: a dynamic one stands for the filter that it holds. */
export const resolveContactFilter = async (
  filter: ContactFilter,
  ctx: ActionContext,
): Promise<Record<string, unknown>> => {
  if (filter.listId === undefined) return contactQuery(filter);
  const list = await findList(ctx.workspaceId, filter.listId);
  if (list === null || list.memberType !== 'contact') throw notFound('list of contacts', filter.listId);
  if (list.kind === 'static') return contactQuery(filter);
  const { listId: _listId, ...rest } = filter;
  return { $and: [contactQuery(rest), contactQuery(list.filter as ContactFilter)] };
};
