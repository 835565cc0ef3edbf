import { notFound } from '../../errors/errors.ts';
import { findList } from '../../store/lists/list-store.ts';
import { canonicalTags } from '../../store/lists/tag-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { customConditions, withConditions } from '../fields/custom-fields.ts';
import { type ContactFilter, contactQuery } from './contact-filter.ts';

async function queryOf(filter: ContactFilter, ctx: ActionContext): Promise<Record<string, unknown>> {
  const [tag] = filter.tag === undefined ? [] : await canonicalTags(ctx.workspaceId, [filter.tag]);
  return withConditions(contactQuery({ ...filter, tag }), await customConditions(filter.customFields, 'contact', ctx));
}

/** Store query for a filter. Resolves its list; a dynamic list is replaced by its own filter. */
export async function resolveContactFilter(
  filter: ContactFilter,
  ctx: ActionContext,
): Promise<Record<string, unknown>> {
  if (filter.listId === undefined) return queryOf(filter, ctx);
  const list = await findList(ctx.workspaceId, filter.listId);
  if (list === null || list.memberType !== 'contact') throw notFound('list of contacts', filter.listId);
  if (list.kind === 'static') return queryOf(filter, ctx);
  const { listId: _listId, ...rest } = filter;
  return { $and: [await queryOf(rest, ctx), await queryOf(list.filter as ContactFilter, ctx)] };
}

/** Store query for the contacts of an export. */
export function exportQuery(input: Record<string, unknown>, ctx: ActionContext): Promise<Record<string, unknown>> {
  return resolveContactFilter((input.filter ?? {}) as ContactFilter, ctx);
}
