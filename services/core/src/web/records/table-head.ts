import type { FormField } from '../forms/describe-form.ts';
import { propertiesOf, withoutNull } from '../forms/schema-kind.ts';
import { readNamed } from '../shown/record-types.ts';
import { headOf, memberAt } from '../shown/shown-value.ts';
import { labelOf } from '../shown/words.ts';
import type { RecordPage } from './record-page-kind.ts';

/** One column heading, as the template `records` draws it. */
interface Head {
  text: string;
  isNumber: boolean;
  /** True for the column shown below the name on phones, which also show one column at the end of the row. */
  isSub: boolean;
  isSide: boolean;
  sorted?: 'ascending' | 'descending';
  sortHref?: string;
}

interface Column {
  page: RecordPage;
  column: string;
  index: number;
  query: URLSearchParams;
  /** Fields of a query that can order it. */
  sortable?: ReadonlySet<string>;
}

const sideColumns = new Set(['state', 'stage', 'kind', 'memberCount', 'result', 'createdAt']);

export function headIn({ heads = {} }: RecordPage, column: string): string {
  return heads[column] ?? headOf(column);
}

export function headOfColumn(of: Column, items: readonly Record<string, unknown>[]): Head {
  const { page, column, index } = of;
  const values = items.map((item) => memberAt(item, column)).filter((value) => value !== null && value !== undefined);
  const sideAt = page.columns.findIndex((name, at) => at > 1 && sideColumns.has(name));
  return {
    text: headIn(page, column),
    isNumber: values.length > 0 && values.every((value) => typeof value === 'number'),
    isSub: index === 1,
    isSide: index > 1 && column === page.columns[sideAt],
    ...sortOf(of),
  };
}

/** The first click sorts, the second reverses the order, and the third restores the default order. */
function sortOf({ page, column, query, sortable }: Column): Pick<Head, 'sorted' | 'sortHref'> {
  const orders = ordersOf(page.list);
  // IDs grow with time.
  const key = column === 'createdAt' ? 'id' : column;
  const isQueried = sortable?.has(column) ?? false;
  const [up, down] = [key, `-${key}`].map((order) => (isQueried ? order : orders.find((one) => one === order)));
  if (up === undefined && down === undefined) return {};
  const now = query.get('sort');
  const steps = [down, up].filter((order) => order !== undefined);
  const next = steps[steps.indexOf(now ?? '') + 1];
  const changed = new URLSearchParams(query);
  changed.delete('cursor');
  changed.delete('sort');
  if (next !== undefined) changed.set('sort', next);
  const sorted = now === up ? 'ascending' : now === down ? 'descending' : undefined;
  return { sortHref: `${page.path}?${changed}`, ...(now !== null && sorted && { sorted }) };
}

/** Orders that a list operation takes. */
export function ordersOf(list: string): string[] {
  const [, sort] = propertiesOf(readNamed(list).input).find(([name]) => name === 'sort') ?? [];
  return sort === undefined ? [] : (withoutNull(sort).enum ?? []);
}

/** An active filter, with the URL that removes it. */
interface Chip {
  label: string;
  operator: string;
  value: string;
  removeHref: string;
}

const noChips = new Set(['q', 'sort', 'cursor', 'limit', 'fields']);

export function chipsOf(page: RecordPage, query: URLSearchParams, fields: readonly FormField[]): Chip[] {
  return flat(fields).flatMap((field) => {
    const values = query.getAll(field.path).filter((value) => value !== '');
    if (values.length === 0 || noChips.has(field.path)) return [];
    const rest = new URLSearchParams(query);
    rest.delete(field.path);
    rest.delete('cursor');
    const words = values.map((value) => field.options?.find((option) => option.value === value)?.text ?? value);
    return [
      {
        label: field.label || labelOf(field.path),
        operator: 'is',
        value: words.join(' or '),
        removeHref: `${page.path}?${rest}`,
      },
    ];
  });
}

function flat(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => (field.fields === undefined ? [field] : flat(field.fields)));
}
