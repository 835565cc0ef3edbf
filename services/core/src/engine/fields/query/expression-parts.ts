import { type Condition, type Expression, isCondition } from '../../../domain/fields/queries/where.ts';
import { AppError } from '../../../errors/errors.ts';
import { findLists, type ListRecord } from '../../../store/lists/list-store.ts';
import { canonicalTags } from '../../../store/lists/tag-store.ts';

/** The expression with each condition replaced. */
export async function replaceConditions(
  expression: Expression,
  replace: (condition: Condition) => Promise<Expression> | Expression,
): Promise<Expression> {
  if (isCondition(expression)) return replace(expression);
  if ('not' in expression) return { not: await replaceConditions(expression.not, replace) };
  const parts = 'and' in expression ? expression.and : expression.or;
  const replaced = await Promise.all(parts.map((part) => replaceConditions(part, replace)));
  return 'and' in expression ? { and: replaced } : { or: replaced };
}

/** Tags are stored in the spelling in which they were first used. */
export async function withStoredTag(workspaceId: string, condition: Condition): Promise<Condition> {
  const { field, test } = condition;
  if (field.path !== 'tags' || test.op !== 'eq') return condition;
  const values = await canonicalTags(workspaceId, test.values.map(String));
  return { ...condition, field: { ...field, type: 'choice' }, test: { op: 'eq', values } };
}

type DynamicList = (list: ListRecord) => Promise<Expression>;

/** A condition on lists. Static lists are stored with the record; a dynamic list is replaced by its own filter. */
export async function withListMembers(
  workspaceId: string,
  condition: Condition,
  memberType: ListRecord['memberType'],
  filterOf: DynamicList,
): Promise<Expression> {
  const { field, test } = condition;
  if (field.path !== 'listIds' || test.op !== 'eq') return condition;
  const ids = test.values.map(String);
  const lists = await findLists(workspaceId, ids);
  const missing = ids.find((id) => !lists.some((list) => list.id === id && list.memberType === memberType));
  if (missing !== undefined)
    throw new AppError('validation_failed', `${field.name}: there is no list of ${memberType} records ${missing}.`, {
      field: 'where',
    });
  const dynamic = lists.filter(({ kind }) => kind === 'dynamic');
  const fixed = ids.filter((id) => !dynamic.some((list) => list.id === id));
  return {
    or: [{ ...condition, test: { op: 'eq', values: fixed } }, ...(await Promise.all(dynamic.map(filterOf)))],
  };
}
