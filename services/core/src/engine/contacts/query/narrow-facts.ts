import type { FactFilter, Narrowed } from '../../../domain/fields/queries/store-filter.ts';
import { toStoreFilter } from '../../../domain/fields/queries/store-filter.ts';
import { type Condition, conditionsIn, type Expression } from '../../../domain/fields/queries/where.ts';
import { findContactIdsOfCampaigns } from '../../../store/campaigns/enrolled-contacts-store.ts';
import { findCompanyIds } from '../../../store/companies/company-store.ts';
import { findContactIdsOfMailboxes } from '../../../store/messages/written-contacts-store.ts';

/** Maximum contacts or companies that replace a condition. */
const replacedMax = 500;
/** Maximum messages or enrollments that are read to find these contacts. */
const readMax = 1_000;
const beginning = new Date(0);

/**
 * Replaces conditions that other collections decide by the contacts or companies that fulfill them, if they are few.
 * Other conditions are decided contact by contact.
 */
export async function narrowFacts(workspaceId: string, expression: Expression): Promise<FactFilter> {
  const known = new Map<Condition, { path: string; ids: string[] }>();
  for (const condition of conditionsIn(expression)) {
    const found = await fulfilling(workspaceId, condition);
    if (found !== null && found.ids.length <= replacedMax) known.set(condition, found);
  }
  return (condition, isNegated): Narrowed | undefined => {
    const found = known.get(condition);
    if (found !== undefined)
      return { filter: { [found.path]: { [isNegated ? '$nin' : '$in']: found.ids } }, isExact: true };
    const isOfReply = condition.field.fact === 'lastReply' && !isNegated && !asksForMachineMail(condition);
    return isOfReply ? { filter: { lastRepliedAt: { $gt: beginning } }, isExact: false } : undefined;
  };
}

/** Automatic replies and bounces do not change the contact's `lastRepliedAt`, so they can be the last without it. */
function asksForMachineMail({ field, test }: Condition): boolean {
  if (field.name !== 'lastReply.class' || test.op !== 'eq') return true;
  return test.values.some((value) => value === 'auto_reply' || value === 'bounce');
}

async function fulfilling(workspaceId: string, condition: Condition): Promise<{ path: string; ids: string[] } | null> {
  const { field, test } = condition;
  if (field.fact === 'company') {
    const { fact: _fact, ...own } = field;
    const { filter } = toStoreFilter({ ...condition, field: own }, () => undefined);
    const ids = await findCompanyIds(workspaceId, filter, replacedMax);
    return ids && { path: 'companyId', ids };
  }
  if (test.op !== 'eq') return null;
  const values = test.values.map(String);
  const ids = await contactsOf(workspaceId, condition, values);
  return ids && { path: '_id', ids };
}

/** Contacts that have one of the values. Null if there are many, or if the field is decided contact by contact. */
async function contactsOf(
  workspaceId: string,
  { field, state }: Condition,
  values: string[],
): Promise<string[] | null> {
  if (field.fact === 'enrollments') return findContactIdsOfCampaigns(workspaceId, values, state, readMax);
  if (field.fact === 'mailboxes') return findContactIdsOfMailboxes(workspaceId, values, readMax);
  return null;
}
