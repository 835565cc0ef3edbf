import { type AnyAction, isRead } from '../../actions/definition/define-action.ts';
import { listLists } from '../../actions/lists/list-lists.ts';
import { closingStages, stages } from '../../domain/contacts/contact.ts';
import type { WhereInput } from '../../engine/fields/query/where-input.ts';
import { readAction } from '../do/perform-action.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { operationsOn, typeOfField } from '../shown/record-types.ts';
import type { RecordPage } from './record-page-kind.ts';

const listsMax = 50;
/** Operations with a button of their own. The others are in the menu. */
const buttonsMax = 3;
/** Made directly in the bar. */
const inBar = new Set(['tag_contacts', 'add_to_list']);

export interface Selectable {
  page: RecordPage;
  /** Condition of the list. Undefined if it has none. */
  where: WhereInput | undefined;
  /** Number of matches in words: "412", "10,000+". */
  count: string | null;
  /** The list's own, without a selection. */
  query: URLSearchParams;
}

/**
 * The bar of a list for its selected rows, or for all that match (`?all=1`). Tags, lists, and most stages change
 * immediately, because an undo reverts them. Everything else opens its form or its plan. Null if there is nothing to do.
 */
export async function bulkBar(ctx: WebContext, deps: WebDeps, { page, where, count, query }: Selectable) {
  const type = page.idField === undefined ? undefined : typeOfField(page.idField);
  if (type === undefined) return null;
  const canTakeAll = page.query?.change !== undefined && where !== undefined && count !== null && count !== '0';
  const isAll = canTakeAll && ctx.query.all === '1';
  const several = operationsOn(type).filter((action) => !isRead(action) && takesSeveral(action, page, isAll));
  if (several.length === 0) return null;
  // An inexact number is counted by the plan, before anything changes.
  const isExact = !isAll || !count.endsWith('+');
  const quick = page.query?.change !== undefined && isExact ? await quickChanges(ctx, deps, page) : null;
  const named = several
    .filter(({ name }) => quick === null || !inBar.has(name))
    .map(({ name, title }) => ({ name, title: name === 'enroll_contacts' ? 'Enroll' : title }))
    .toSorted((one, other) => Number(other.name === 'enroll_contacts') - Number(one.name === 'enroll_contacts'));
  const direct =
    page.query?.change === undefined ? buttonsMax : named.findIndex(({ name }) => name === 'enroll_contacts') + 1;
  return {
    isAll,
    count,
    where: canTakeAll ? JSON.stringify(where) : null,
    allHref: canTakeAll ? `${page.path}?${new URLSearchParams([...query, ['all', '1']])}` : null,
    clearHref: query.size > 0 ? `${page.path}?${query}` : page.path,
    quick,
    buttons: named.slice(0, direct),
    more: named.slice(direct),
  };
}

function takesSeveral({ input }: AnyAction, { idField }: RecordPage, isAll: boolean): boolean {
  return Object.hasOwn(input.properties, `${idField}s`) && (!isAll || Object.hasOwn(input.properties, 'where'));
}

async function quickChanges(ctx: WebContext, deps: WebDeps, { query }: RecordPage) {
  const memberType = query!.record as 'contact' | 'company';
  const lists = await readAction(ctx, deps, listLists, { kind: 'static', memberType, limit: listsMax });
  return {
    lists: lists.map(({ id, name }) => ({ id, name })),
    stages: memberType === 'contact' ? stages.map((stage) => ({ stage, isAsking: closingStages.includes(stage) })) : [],
  };
}
