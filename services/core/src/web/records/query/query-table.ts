import { listQueryFields } from '../../../actions/fields/list-query-fields.ts';
import { listViews } from '../../../actions/fields/views/list-views.ts';
import type { WhereInput } from '../../../engine/fields/query/where-input.ts';
import { namesOfRecords } from '../../../engine/names/names-of-records.ts';
import { memberIn } from '../../chain/load-visitor.ts';
import { refusalOf } from '../../do/form-page.ts';
import { readAction } from '../../do/perform-action.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';
import type { RecordPage, TableQuery } from '../record-page-kind.ts';
import { builderOf, chosenBy } from './condition-builder.ts';
import { builtCondition, chipOf, type FilterField, joinedParts, labelOfField, partsOf, whereIn } from './conditions.ts';
import { viewHref, viewQuery } from './view-href.ts';

/** Controls whose values make a new condition, or change one. */
const builderNames = ['field', 'op', 'value', 'count', 'unit', 'at'];
const viewsMax = 7;

const unfiltered =
  /(^|\.)(version|profileVersion|createdBy|sourceDetail|basisNote|isTimeZoneInferred|description|websiteUrl)$/;

/** Fields that people filter by. IDs are chosen by name, except the ID in another system. */
async function fieldsFor(ctx: WebContext, deps: WebDeps, { record }: TableQuery): Promise<FilterField[]> {
  const fields = (await readAction(ctx, deps, listQueryFields, { record })) as FilterField[];
  return fields
    .map((field) => (field.name === 'externalId' ? { ...field, type: 'text' as const } : field))
    .filter(({ name, type }) => !unfiltered.test(name) && (type !== 'id' || chosenBy[name] !== undefined));
}

/** Group of a field in the menu. Null: the fields of the record itself. */
function groupOf(name: string): string | null {
  if (/^(company\.)?custom\./.test(name)) return 'Custom';
  if (name.startsWith('company.')) return 'Company';
  if (/^(campaigns|mailbox|lastReply\.|suppressed|last\w+At)/.test(name)) return 'Activity';
  return null;
}

/** Address of the table with another condition, from its first page. */
function hrefWithWhere(page: RecordPage, query: URLSearchParams, where: WhereInput | undefined): string {
  const next = new URLSearchParams(query);
  for (const name of [...builderNames, 'cursor', 'where', 'add', 'edit']) next.delete(name);
  if (where !== undefined) next.set('where', JSON.stringify(where));
  return next.size === 0 ? page.path : `${page.path}?${next}`;
}

/** Condition, chips, views, and controls of a table. `redirect`: the address with the condition just built. */
export async function queryOf(ctx: WebContext, deps: WebDeps, page: RecordPage, query: URLSearchParams) {
  const table = page.query!;
  const fields = await fieldsFor(ctx, deps, table);
  const where = whereIn(query);
  const parts = partsOf(where);
  const field = fields.find(({ name }) => name === query.get('field'));
  let problem: string | undefined;
  if (field !== undefined && query.has('op')) {
    try {
      const at = Number(query.get('at') ?? parts.length);
      const built = builtCondition(field, query);
      const changed = at < parts.length ? parts.with(at, built) : [...parts, built];
      return { redirect: hrefWithWhere(page, query, joinedParts(changed)) };
    } catch (error) {
      ({ problem } = refusalOf(error));
    }
  }
  return {
    where,
    problem,
    chips: await chipsOfParts(ctx, page, query, parts),
    groups: groupsOf(fields, page.title),
    builder: await builderOf(ctx, deps, fields, query, parts),
    kept: [...query].filter(([name]) => !['cursor', 'add', 'edit', ...builderNames].includes(name)),
    views: await viewsOf(ctx, deps, page, query),
    countHref: `/app/view-tabs?${new URLSearchParams({ of: `${page.path}?${query}` })}`,
    sortable: new Set(
      fields.filter((one) => !one.name.includes('.') || one.name.startsWith('score.')).map(({ name }) => name),
    ),
  };
}

async function chipsOfParts(ctx: WebContext, page: RecordPage, query: URLSearchParams, parts: WhereInput[]) {
  const ids = JSON.stringify(parts).match(/[a-z]+_[0-9A-Z]{26}/g) ?? [];
  const names = await namesOfRecords(memberIn(ctx).workspace.id, [...new Set(ids)]);
  return parts.map((part, index) => {
    const rest = parts.filter((_one, at) => at !== index);
    const editable = part.field !== undefined || (part.not as WhereInput | undefined)?.field !== undefined;
    const edit = new URLSearchParams([...query, ['edit', String(index)]]);
    return {
      ...chipOf(part, (id) => names.get(id) ?? 'a deleted record'),
      removeHref: hrefWithWhere(page, query, joinedParts(rest)),
      editHref: editable ? `${page.path}?${edit}` : null,
    };
  });
}

function groupsOf(fields: FilterField[], ofRecord: string) {
  const groups = Map.groupBy(fields, ({ name }) => groupOf(name));
  return [...groups].map(([title, own]) => ({
    title: title ?? ofRecord,
    fields: own
      .map(({ name }) => ({ name, text: labelOfField(name) }))
      .toSorted((a, b) => a.text.localeCompare(b.text)),
  }));
}

/** Tabs of saved views, and whether the shown one was changed. */
export async function viewsOf(ctx: WebContext, deps: WebDeps, page: RecordPage, query: URLSearchParams) {
  const { kind } = page.query!;
  const views = await readAction(ctx, deps, listViews, { kind, limit: viewsMax });
  const openId = query.get('view');
  const now = shownBy(query);
  const tabs = views.map((view) => {
    const own = viewQuery(view);
    const isHere = view.id === openId;
    return {
      id: view.id,
      name: view.name,
      href: viewHref(page.path, view),
      isHere,
      isEdited: isHere && shownBy(own) !== now,
    };
  });
  return {
    found: views,
    tabs,
    open: tabs.find(({ isHere }) => isHere),
    isAnyShown: now !== shownBy(new URLSearchParams()),
  };
}

function shownBy(query: URLSearchParams): string {
  return JSON.stringify([query.get('where') ?? '', query.get('sort') ?? '', query.getAll('columns')]);
}

/** Input of the query action at the address. */
export function queryInput(query: URLSearchParams, where: WhereInput | undefined) {
  const [sort, cursor] = [query.get('sort'), query.get('cursor')];
  return { ...(where && { where }), ...(sort && { sort }), ...(cursor && { cursor }) };
}
