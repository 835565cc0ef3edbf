import {
  type CompanyChanges,
  type CompanyRecord,
  changeContactCounts,
  updateCompany,
} from '../../store/companies/company-store.ts';
import { takeContactsBack } from '../../store/erasure/company-contacts-moves.ts';
import { deleteMerged, type MergedRecord } from '../../store/erasure/merge-store.ts';
import { moveTracesBack } from '../../store/erasure/move-traces.ts';
import { changeMemberCount } from '../../store/lists/list-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { emitRecordChanges } from '../context/emit-record-changes.ts';
import { restoreCompany } from './restore-company.ts';

/**
 * Takes a merged company out of the kept one again: it comes back with its history and with those of its contacts that
 * are still linked to the kept one. Call inside a transaction, as planned.
 */
export async function splitCompany(
  kept: CompanyRecord,
  merged: readonly MergedRecord[],
  changes: CompanyChanges,
  ctx: ActionContext,
): Promise<void> {
  const { workspaceId, now } = ctx;
  await updateCompany(workspaceId, kept.id, changes, now());
  if ('listIds' in changes) {
    const left = kept.listIds.filter((id) => !changes.listIds?.includes(id));
    await changeMemberCount(workspaceId, left, -1);
  }
  await ctx.emit('company.updated', kept.id, { companyId: kept.id, fields: Object.keys(changes) });
  for (const each of merged.toReversed()) {
    await restoreCompany({ ...each, ...emptyParts, label: each.id, actor: ctx.actor, deletedAt: each.mergedAt }, ctx);
    await moveTracesBack(each, now());
    const back = await takeContactsBack({ workspaceId, fromId: each.id, toId: kept.id }, each.contacts, now());
    const counts = [[kept.id, -back.length] as const, [each.id, back.length] as const];
    await changeContactCounts(workspaceId, new Map(counts));
    await emitRecordChanges('contact', back, ['companyId', 'companyName', 'companyDomain'], ctx);
  }
  await deleteMerged(
    workspaceId,
    merged.map(({ id }) => id),
  );
}

const emptyParts = { notes: [], facts: [], linkedIds: [], changeSetId: null };
