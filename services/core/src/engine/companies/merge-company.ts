import { companyFields } from '../../domain/companies/company-fields.ts';
import { mergeChanges, valuesOfMerge } from '../../domain/contacts/merge-records.ts';
import {
  type CompanyChanges,
  type CompanyRecord,
  changeContactCount,
  deleteCompany,
  updateCompany,
} from '../../store/companies/company-store.ts';
import { moveContacts } from '../../store/erasure/company-contacts-moves.ts';
import { insertMerged } from '../../store/erasure/merge-store.ts';
import { moveSubject } from '../../store/erasure/move-subject.ts';
import { changeMemberCount } from '../../store/lists/list-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { emitRecordChanges } from '../context/emit-record-changes.ts';

/** Changes to the kept company when the other one is merged into it. */
export function changesOfCompanyMerge(kept: CompanyRecord, other: CompanyRecord): CompanyChanges {
  return mergeChanges<CompanyChanges>(companyFields, kept, other);
}

/**
 * Merges the other company into the kept one, deletes it, and emits `company.merged`. The former values are kept, so that
 * it can be undone. Call inside a transaction.
 */
export async function mergeCompany(
  kept: CompanyRecord,
  other: CompanyRecord,
  ctx: ActionContext,
): Promise<CompanyRecord> {
  const { workspaceId, now } = ctx;
  const changes = changesOfCompanyMerge(kept, other);
  const move = { workspaceId, fromId: other.id, toId: kept.id };
  // Delete the other company first, because the kept one may take over its domain.
  await deleteCompany(workspaceId, other.id);
  await changeMemberCount(workspaceId, other.listIds, -1);
  const joined = (changes.listIds ?? []).filter((listId) => !kept.listIds.includes(listId));
  await changeMemberCount(workspaceId, joined, 1);
  const to = { name: kept.name, domain: kept.domain ?? changes.domain };
  const { contacts, moved: links } = await moveContacts(move, to, now());
  const contactIds = contacts.map(({ id }) => id);
  await changeContactCount(workspaceId, kept.id, contactIds.length);
  const { moved, removed } = await moveSubject(move);
  const merged = (await updateCompany(workspaceId, kept.id, changes, now())) ?? kept;
  const fields = Object.keys(changes);
  const { id: _id, ...record } = other;
  const trace = { contacts, moved: [...links, ...moved], removed, ...valuesOfMerge(kept, merged, fields) };
  const own = { type: 'company', keptId: kept.id, record: { ...record, _id }, mergedAt: now() } as const;
  await insertMerged({ _id, workspaceId, ...own, ...trace });
  await ctx.emit('company.merged', kept.id, { companyId: kept.id, mergedId: other.id, fields });
  await emitRecordChanges('contact', contactIds, ['companyId', 'companyName', 'companyDomain'], ctx);
  return merged;
}
