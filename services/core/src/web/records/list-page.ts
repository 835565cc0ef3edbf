import { isRead, pathParametersOf } from '../../actions/definition/define-action.ts';
import { countAll, countedMax } from '../../engine/contacts/count-all.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { actionHref } from '../do/action-link.ts';
import { describeAction, refusalOf, zoneOfForms } from '../do/form-page.ts';
import { runReadNamed } from '../do/run-read.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import { kindOf, propertiesOf, type Schema, withoutNull } from '../forms/schema-kind.ts';
import { writeFormInput } from '../forms/write-form-input.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { actionNamed, operationsOn, readNamed, typeOfField } from '../shown/record-types.ts';
import { memberAt, type Shown, shownAt } from '../shown/shown-value.ts';
import { withNames } from '../shown/with-names.ts';
import type { RecordPage } from './record-page-kind.ts';
import { chipsOf, headIn, headOfColumn } from './table-head.ts';

type Data = Record<string, unknown>;

/** Pages of people and companies, which show initials. */
const withAvatars = new Set(['/app/contacts', '/app/companies']);

const pageSize = 50;
/** Query parameters that are not filters. */
const notFilters = ['cursor', 'limit', 'fields'];

interface Found {
  items: Data[];
  nextCursor: string | null;
  errors?: Record<string, string>;
  problem?: string;
}

/** A list with its filters, all derived from the contract of its read operation. */
export async function showList(ctx: WebContext, deps: WebDeps, page: RecordPage): Promise<void> {
  const query = new URLSearchParams(ctx.querystring);
  const action = readNamed(page.list);
  const input = readFormInput(action.input, query, zoneOfForms(ctx));
  const { items, nextCursor, errors = {}, problem } = await ask(ctx, deps, page, input);
  const fields = await describeAction(ctx, deps, action, { form: query, fixed: notFilters, errors });
  const columns = chosenColumns(page, query);
  const filters = Object.keys(input).filter((name) => !notFilters.includes(name) && name !== 'sort');
  const isFirst = !query.has('cursor');
  await renderPage(ctx, 'records', {
    page,
    fields,
    problem,
    nextHref: hrefWith(ctx, query, nextCursor),
    firstHref: isFirst ? null : hrefWith(ctx, query, ''),
    footText:
      isFirst && items.length > 0 ? `1–${items.length}${nextCursor === null ? ` of ${items.length}` : ''}` : null,
    heads: columns.map((column, index) => headOfColumn({ page, column, index, query }, items)),
    chips: chipsOf(page, query, fields),
    columns: columnChoices(page, columns),
    rows: await rowsOf(ctx, page, columns, items),
    isFiltered: filters.length > 0,
    count: await countOf(ctx, page, { shown: items.length, isAll: filters.length === 0, isEnd: nextCursor === null }),
    operations: page.operations.flatMap((name) => operation(name, page)),
    figure: page.figure && (await figureOf(ctx, deps, page.figure)),
    bulk: bulkOf(page),
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

async function ask(ctx: WebContext, deps: WebDeps, page: RecordPage, input: Data): Promise<Found> {
  const takesLimit = Object.hasOwn(readNamed(page.list).input.properties, 'limit');
  try {
    const found = await runReadNamed(ctx, deps, page.list, { ...input, ...(takesLimit && { limit: pageSize }) });
    return { items: found.data as Data[], nextCursor: found.page?.nextCursor ?? null };
  } catch (error) {
    ctx.status = 422;
    return { items: [], nextCursor: null, ...refusalOf(error) };
  }
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
    .map(({ name, title }) => ({ href: actionHref(name, { [idField]: id }, page.path), title }));
}

function operation(name: string, { path, buttons = {} }: RecordPage): { href: string; title: string }[] {
  const action = actionNamed(name);
  if (action === undefined) return [];
  // Uses the hand-made page if there is one.
  const own = action.personPage?.includes('{') === false ? action.personPage : undefined;
  return [{ href: own ?? actionHref(name, {}, path), title: buttons[name] ?? action.title }];
}

async function figureOf(ctx: WebContext, deps: WebDeps, { read, member, text }: NonNullable<RecordPage['figure']>) {
  const { data } = await runReadNamed(ctx, deps, read, {});
  return { value: Number((data as Data)[member]).toLocaleString('en-US'), text };
}

/** Operations that apply to several records together. */
function bulkOf({ idField }: RecordPage): { name: string; title: string }[] {
  const type = idField === undefined ? undefined : typeOfField(idField);
  if (type === undefined) return [];
  return operationsOn(type).filter(
    (action) => !isRead(action) && Object.hasOwn(action.input.properties, `${idField}s`),
  );
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

const parameter = 'columns';

/** The known columns among those in the URL. Without any, the default columns. */
function chosenColumns(page: RecordPage, query: URLSearchParams): readonly string[] {
  const possible = possibleColumns(page);
  const chosen = query.getAll(parameter).filter((column) => possible.includes(column));
  return chosen.length > 0 ? chosen : page.columns;
}

function columnChoices(page: RecordPage, chosen: readonly string[]) {
  return possibleColumns(page).map((name) => ({ name, text: headIn(page, name), isChosen: chosen.includes(name) }));
}

/** The default columns, then the other short members of a record. */
function possibleColumns({ list, columns }: RecordPage): string[] {
  const item: Schema = withoutNull(readNamed(list).output).items ?? {};
  const short = propertiesOf(item)
    .filter(([, schema]) => !['group', 'rows', 'map', 'literal'].includes(kindOf(schema)))
    .map(([name]) => name);
  return [...new Set([...columns, ...short])];
}
