import { matches } from '../../domain/fields/queries/matches.ts';
import { companyQueryField } from '../../domain/fields/queries/query-field.ts';
import { toStoreFilter } from '../../domain/fields/queries/store-filter.ts';
import { type Condition, conditionsIn, type Expression, readWhere } from '../../domain/fields/queries/where.ts';
import { notFound } from '../../errors/errors.ts';
import type { ContactQuery } from '../../store/contacts/contact-store.ts';
import { queryLimits } from '../../store/documents/find-filtered-page.ts';
import { serverNow } from '../../store/documents/server-clock.ts';
import { findList } from '../../store/lists/list-store.ts';
import type { CompanyFilter } from '../companies/company-filter.ts';
import { companyExpression } from '../companies/resolve-company-filter.ts';
import type { ActionContext } from '../context/action-context.ts';
import { customConditions } from '../fields/custom-fields.ts';
import { replaceConditions, withListMembers, withStoredTag } from '../fields/query/expression-parts.ts';
import { equal } from '../fields/query/filter-expression.ts';
import { contactQueryFields } from '../fields/query/record-query-fields.ts';
import { type ContactFilter, contactConditions } from './contact-filter.ts';
import { contactValues, readContactFacts } from './query/contact-facts.ts';
import { narrowFacts } from './query/narrow-facts.ts';

/** Expression for a filter. Dynamic lists are replaced by their own filters. */
async function contactExpression(filter: ContactFilter, ctx: ActionContext): Promise<Expression> {
  const { workspaceId } = ctx;
  const { listId, customFields, where } = filter;
  if (listId !== undefined && (await findList(workspaceId, listId))?.memberType !== 'contact')
    throw notFound('list of contacts', listId);
  const expression: Expression = {
    and: [
      ...contactConditions(filter),
      ...(listId === undefined ? [] : [equal('listIds', listId, true)]),
      ...(await customConditions(customFields, 'contact', ctx)),
      ...(where === undefined ? [] : [readWhere(where, await contactQueryFields(ctx), await serverNow())]),
    ],
  };
  return replaceConditions(expression, async (condition) => resolved(await withStoredTag(workspaceId, condition), ctx));
}

function resolved(condition: Condition, ctx: ActionContext): Promise<Expression> {
  const isOfCompany = condition.field.fact === 'company';
  return withListMembers(ctx.workspaceId, condition, isOfCompany ? 'company' : 'contact', async (list) => {
    if (!isOfCompany) return contactExpression(list.filter as ContactFilter, ctx);
    const members = await companyExpression(list.filter as CompanyFilter, ctx);
    return replaceConditions(members, (one) => ({ ...one, field: companyQueryField(one.field) }));
  });
}

/** Query for the contacts of a filter. */
export async function resolveContactFilter(filter: ContactFilter, ctx: ActionContext): Promise<ContactQuery> {
  const { workspaceId } = ctx;
  const expression = await contactExpression(filter, ctx);
  const { filter: narrowed, isExact } = toStoreFilter(expression, await narrowFacts(workspaceId, expression));
  const limits = filter.where === undefined ? {} : { limits: queryLimits };
  if (isExact) return { filter: narrowed, ...limits };
  const conditions = conditionsIn(expression);
  return {
    filter: narrowed,
    limits: queryLimits,
    decide: async (contacts) => {
      const values = contactValues(await readContactFacts(workspaceId, contacts, conditions));
      return contacts.filter((contact) => matches(expression, contact, values));
    },
  };
}

/** Query for the contacts of an export. */
export function exportQuery(input: Record<string, unknown>, ctx: ActionContext): Promise<ContactQuery> {
  return resolveContactFilter((input.filter ?? {}) as ContactFilter, ctx);
}
