import { type Static, type TObject, Type } from 'typebox';
import { type QueryField, queryFieldsOf } from '../../domain/fields/queries/query-field.ts';
import { toStoreFilter } from '../../domain/fields/queries/store-filter.ts';
import { type QueryFields, readWhere } from '../../domain/fields/queries/where.ts';
import { pageSummary } from '../../domain/text/counted.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { Where, type WhereInput } from '../../engine/fields/query/where-input.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, paging } from '../../schema/schema.ts';
import { queryLimits } from '../../store/documents/find-filtered-page.ts';
import { exactMax, type Queries, type RecordQuery } from '../../store/documents/record-query.ts';
import { serverNow } from '../../store/documents/server-clock.ts';
import { defineRead } from './define-action.ts';
import { fieldsParameter, Selected, selectFields } from './select-fields.ts';

interface Query<R extends { id: string }, View extends TObject> {
  noun: string;
  name: string;
  title: string;
  summary: string;
  path: string;
  scope: string;
  view: View;
  toViews: (records: R[], ctx: ActionContext) => Promise<Static<View>[]>;
  queries: Queries<R>;
  defaultSort: string;
  fields: (ctx: ActionContext) => Promise<QueryFields>;
  resolve: (where: WhereInput | undefined, ctx: ActionContext) => Promise<RecordQuery<R>>;
  example: object;
}

/** Read of records by an expression of the query grammar, in any order, with a total if requested. */
export function defineQuery<R extends { id: string }, View extends TObject>(query: Query<R, View>) {
  const { noun, view, queries, defaultSort } = query;
  return defineRead({
    name: query.name,
    title: query.title,
    summary: query.summary,
    description: descriptionOf(noun),
    method: 'post',
    path: query.path,
    scope: query.scope,
    input: Input({
      where: Type.Optional(Where),
      sort: Type.Optional(
        Type.String({ maxLength: 100, description: `A field; "-" before it is descending. Default: ${defaultSort}.` }),
      ),
      withTotal: Type.Optional(
        Type.Boolean({ description: `Adds page.total; exact while an index leads to at most ${exactMax} records.` }),
      ),
      ...fieldsParameter(view),
      ...paging,
    }),
    output: Type.Array(Selected(view)),
    errors: [],
    isPaged: true,
    example: query.example,

    async run(input, ctx) {
      const { workspaceId } = ctx;
      const { where, withTotal, fields, sort } = input as QueryInput;
      const path = sort === undefined ? defaultSort : requireSort(sort, await query.fields(ctx));
      const request = { ...ctx.pager.request(input, defaultSort), sort: path };
      const records = await query.resolve(where, ctx);
      const found = await queries.page(workspaceId, records, request);
      if (found === null) throw tooManyToSort(noun, queries.sorts);
      const total = withTotal === true ? await queries.total(workspaceId, records) : {};
      const page = {
        ...ctx.pager.answer(input, request, found),
        ...total,
        isPartial: found.next !== null && found.items.length < request.limit,
      };
      const views = await query.toViews(found.items, ctx);
      return {
        data: views.map((one) => selectFields(one as object, fields)),
        page,
        summary: pageSummary(found.items.length, noun, page),
      };
    },
  });
}

function descriptionOf(noun: string): string {
  return (
    `Finds each ${noun} that fits where: {and: [...]}, {or: [...]}, {not: {...}}, or {field, op, value}. GET ` +
    '/query-fields lists the fields with their operators. Relative dates such as -30d count back from now. A page ' +
    'can end early (isPartial); its nextCursor continues without a gap. withTotal adds page.total.'
  );
}

interface QueryInput {
  where?: WhereInput;
  withTotal?: boolean;
  fields?: string[];
  sort?: string;
}

/** Stored path of an order. Throws `validation_failed` unless it is a field of the record itself with one value. */
export function requireSort(sort: string, { fields, noun }: QueryFields): string {
  const field = fields.get(sort.replace(/^-/, ''));
  if (field === undefined || field.fact !== undefined || field.isList)
    throw new AppError('validation_failed', `sort must be a field of a ${noun} itself that has one value.`, {
      field: 'sort',
      allowedValues: [...fields.values()]
        .filter((one) => one.fact === undefined && !one.isList)
        .map(({ name }) => name),
    });
  return `${sort.startsWith('-') ? '-' : ''}${field.path === '_id' ? 'id' : field.path}`;
}

function tooManyToSort(noun: string, allowedValues: readonly string[]): AppError {
  return new AppError(
    'validation_failed',
    `More than ${exactMax} records may match, too many to sort in this order. Narrow where, or sort each ${noun} by ${allowedValues.join(', ')}.`,
    { field: 'sort', allowedValues },
  );
}

/**
 * Query of a record whose fields are the members of its view, and are stored under the same names. `absent`: values that
 * the view shows for absent ones. A boolean that is never null is false.
 */
export function viewQuery(
  noun: string,
  view: TObject,
  notStored: readonly string[],
  absent: Readonly<Record<string, string>> = {},
) {
  const fields = new Map(
    Object.entries(view.properties)
      .filter(([name]) => !notStored.includes(name))
      .flatMap(([name, schema]): QueryField[] =>
        name === 'id' ? [{ name, path: '_id', type: 'id' }] : queryFieldsOf(name, schema),
      )
      .map((field): QueryField => {
        const { type } = (view.properties[field.name] ?? {}) as { type?: string };
        const absentAs = absent[field.name] ?? (type === 'boolean' ? false : undefined);
        return absentAs === undefined ? field : { ...field, absentAs };
      })
      .map((field) => [field.name, field]),
  );
  return {
    fields: async (): Promise<QueryFields> => ({ noun, fields }),
    resolve: async (where: WhereInput | undefined): Promise<Pick<RecordQuery<unknown>, 'filter' | 'limits'>> => {
      if (where === undefined) return { filter: {}, limits: queryLimits };
      const expression = readWhere(where, { noun, fields }, await serverNow());
      return { filter: toStoreFilter(expression, () => undefined).filter, limits: queryLimits };
    },
  };
}
