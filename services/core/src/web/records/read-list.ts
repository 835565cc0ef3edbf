import type { WhereInput } from '../../engine/fields/query/where-input.ts';
import { refusalOf, zoneOfForms } from '../do/form-page.ts';
import { runReadNamed } from '../do/run-read.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import { propertiesOf } from '../forms/schema-kind.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { readNamed } from '../shown/record-types.ts';
import { whereIn } from './query/conditions.ts';
import { queryInput } from './query/query-table.ts';
import { totalInWords } from './query/view-counts.ts';
import type { RecordPage } from './record-page-kind.ts';
import { ordersOf } from './table-head.ts';

type Data = Record<string, unknown>;

const pageSize = 50;
export const notFilters = ['cursor', 'limit', 'fields', 'where'];

interface Found {
  items: Data[];
  nextCursor: string | null;
  /** In words; only for a query. */
  total?: string;
  errors?: Record<string, string>;
  problem?: string;
}

interface Asked {
  page: RecordPage;
  input: Data;
  table: { where?: WhereInput } | undefined;
  query: URLSearchParams;
}

/**
 * One page of the list. A condition makes it a query with its total, and so does an order that the list does not know.
 * Further filters of the address are the list's own.
 */
export async function readList(ctx: WebContext, deps: WebDeps, { page, input, table, query }: Asked): Promise<Found> {
  const properties = propertiesOf(readNamed(page.list).input);
  const isListed = (name: string) => ![...notFilters, 'sort'].includes(name);
  const isOrdered = query.has('sort') && !ordersOf(page.list).includes(query.get('sort')!);
  const isQuery = table !== undefined && !Object.keys(input).some(isListed) && (table.where !== undefined || isOrdered);
  const takesLimit = isQuery || properties.some(([name]) => name === 'limit');
  const own = isQuery ? { ...queryInput(query, table.where), withTotal: true } : input;
  try {
    const name = isQuery ? page.query!.read : page.list;
    const found = await runReadNamed(ctx, deps, name, { ...own, ...(takesLimit && { limit: pageSize }) });
    const { nextCursor = null, ...rest } = (found.page ?? {}) as { nextCursor?: string | null; total?: number };
    return { items: found.data as Data[], nextCursor, total: totalInWords(rest) };
  } catch (error) {
    ctx.status = 422;
    return { items: [], nextCursor: null, ...refusalOf(error) };
  }
}

/** IDs of the records on a page of the list, in its order, and the total in words if the list counts it. */
export async function idsInList(
  ctx: WebContext,
  deps: WebDeps,
  page: RecordPage,
  query: URLSearchParams,
): Promise<{ ids: string[]; total?: string }> {
  const input = readFormInput(readNamed(page.list).input, query, zoneOfForms(ctx));
  const table = page.query && { where: whereIn(query) };
  const { items, total } = await readList(ctx, deps, { page, input, table, query });
  return { ids: items.map(({ id }) => String(id)), total };
}
