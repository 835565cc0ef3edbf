import { pathParametersOf } from '../../actions/definition/define-action.ts';
import { countAll, countedMax } from '../../engine/contacts/count-all.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { actionHref } from '../do/action-link.ts';
import { describeAction, zoneOfForms } from '../do/form-page.ts';
import { isOneClick } from '../do/immediate.ts';
import { runReadNamed } from '../do/run-read.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import { writeFormInput } from '../forms/write-form-input.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { actionNamed, operationsOn, readNamed, typeOfField } from '../shown/record-types.ts';
import { memberAt, type Shown, shownAt } from '../shown/shown-value.ts';
import { withNames } from '../shown/with-names.ts';
import { bulkBar } from './bulk-bar.ts';
import { chosenColumns, columnChoices } from './columns.ts';
import { queryOf } from './query/query-table.ts';
import { notFilters, readList } from './read-list.ts';
import type { RecordPage } from './record-page-kind.ts';
import { chipsOf, headOfColumn } from './table-head.ts';

type Data = Record<string, unknown>;

/** Pages of people and companies, which show initials. */
const withAvatars = new Set(['/app/contacts', '/app/companies']);

/** A list with its filters, all derived from the contract of its read operation. */
export async function showList(ctx: WebContext, deps: WebDeps, page: RecordPage): Promise<void> {
  const query = new URLSearchParams(ctx.querystring);
  // Everything is selected in this list only, not in those that its links open.
  query.delete('all');
  const action = readNamed(page.list);
  const input = readFormInput(action.input, query, zoneOfForms(ctx));
  const table = page.query === undefined ? undefined : await queryOf(ctx, deps, page, query);
  if (table?.redirect !== undefined) return ctx.redirect(table.redirect);
  const filters = Object.keys(input).filter((name) => !notFilters.includes(name) && name !== 'sort');
  const { items, nextCursor, total, errors = {}, problem } = await readList(ctx, deps, { page, input, table, query });
  const fields = await describeAction(ctx, deps, action, { form: query, fixed: notFilters, errors });
  const columns = chosenColumns(page, query);
  const isFirst = !query.has('cursor');
  const isFiltered = filters.length > 0 || table?.where !== undefined;
  const all =
    total ?? (await countOf(ctx, page, { shown: items.length, isAll: !isFiltered, isEnd: nextCursor === null }));
  await renderPage(ctx, 'records', {
    page,
    fields: page.query === undefined ? fields : fields.filter(({ path }) => path === 'q'),
    table,
    problem: problem ?? table?.problem,
    nextHref: hrefWith(ctx, query, nextCursor),
    firstHref: isFirst ? null : hrefWith(ctx, query, ''),
    footText: isFirst && items.length > 0 && all !== null ? `1–${items.length} of ${all}` : null,
    heads: columns.map((column, index) => {
      return headOfColumn({ page, column, index, query, sortable: table?.sortable }, items);
    }),
    chips: chipsOf(page, query, fields),
    columns: columnChoices(page, columns),
    rows: await rowsOf(ctx, page, columns, items),
    isFiltered,
    count: all,
    operations: page.operations.flatMap((name) => operation(name, page)),
    figure: page.figure && (await figureOf(ctx, deps, page.figure)),
    bulk: await bulkBar(ctx, deps, { page, where: table?.where, count: all, query }),
    saveHref: filters.length > 0 ? saveViewHref(page, input) : null,
  });
}

/** The total, if it is known without extra work: all records are on the page, or they are all contacts or companies. */
async function countOf(
  ctx: WebContext,
  { idField }: RecordPage,
  { shown: here, isAll, isEnd }: { shown: number; isAll: boolean; isEnd: boolean },
): Promise<string | null> {
  if (isEnd && !ctx.query.cursor) return here.toLocaleString('en-US');
  if (!isAll || (idField !== 'contactId' && idField !== 'companyId')) return null;
  const count = await countAll(memberIn(ctx).workspace.id, idField === 'contactId' ? 'contact' : 'company');
  return `${count.toLocaleString('en-US')}${count === countedMax ? ' or more' : ''}`;
}

/** Adds the names of the referenced records. */
async function rowsOf(ctx: WebContext, page: RecordPage, columns: readonly string[], items: Data[]) {
  const cells = items.map((item) => columns.map((column) => cellOf(page, item, column)));
  const named = await withNames(memberIn(ctx).workspace.id, cells.flat());
  return items.map((item, index) => ({
    ...rowOf(page, item),
    cells: named.slice(index * columns.length, (index + 1) * columns.length),
  }));
}

function cellOf({ words = {}, isVoid, insteadOf }: RecordPage, item: Data, column: string): Shown {
  if (isVoid?.(item, column)) return { is: 'empty' };
  const other = insteadOf?.(item, column);
  if (other !== undefined) return other;
  const value = memberAt(item, column);
  const isNamed = typeof value === 'string' && Object.hasOwn(words, value);
  return isNamed ? { is: 'text', text: words[value]! } : shownAt(item, column);
}

function rowOf(page: RecordPage, item: Data) {
  const type = page.idField === undefined ? undefined : typeOfField(page.idField);
  const id = typeof item.id === 'string' ? item.id : '';
  return {
    id,
    href: type?.hasPage ? `${type.path}/${id}` : undefined,
    isInvented: item.isInvented === true,
    hasAvatar: withAvatars.has(page.path),
    label: type?.label(item) ?? '',
    // If a record has no page of its own, its row shows its operations.
    operations: type === undefined || type.hasPage ? [] : ownOperations(page, id),
  };
}

function ownOperations(page: RecordPage, id: string) {
  const idField = page.idField!;
  return operationsOn(typeOfField(idField)!)
    .filter((action) => pathParametersOf(action).at(0) === idField)
    .map((action) => ({
      href: actionHref(action.name, { [idField]: id }, page.path),
      title: action.title,
      isNow: isOneClick(action),
    }));
}

function operation(name: string, { path, buttons = {}, pages = {} }: RecordPage): { href: string; title: string }[] {
  const action = actionNamed(name);
  if (action === undefined) return [];
  // Uses the hand-made page if there is one.
  const own = action.personPage?.includes('{') === false ? action.personPage : pages[name];
  return [{ href: own ?? actionHref(name, {}, path), title: buttons[name] ?? action.title }];
}

async function figureOf(ctx: WebContext, deps: WebDeps, { read, member, text }: NonNullable<RecordPage['figure']>) {
  const { data } = await runReadNamed(ctx, deps, read, {});
  return { value: Number((data as Data)[member]).toLocaleString('en-US'), text };
}

/** A saved view is a dynamic list with the same filter. */
function saveViewHref({ idField }: RecordPage, input: Data): string | null {
  if (idField !== 'contactId' && idField !== 'companyId') return null;
  const memberType = idField === 'contactId' ? 'contact' : 'company';
  const { sort: _sort, cursor: _cursor, limit: _limit, fields: _fields, ...filter } = input;
  const given = writeFormInput(actionNamed('create_list')!.input, { kind: 'dynamic', memberType, filter }, 'UTC');
  return actionHref('create_list', Object.fromEntries(given), '/app/lists');
}

/** The same query at another position. '' is the beginning. */
function hrefWith(ctx: WebContext, query: URLSearchParams, cursor: string | null): string | null {
  if (cursor === null) return null;
  const next = new URLSearchParams(query);
  next.delete('cursor');
  if (cursor !== '') next.set('cursor', cursor);
  return `${ctx.path}?${next}`;
}
