import { findOpenEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { changeContactCount } from '../../../store/companies/company-store.ts';
import { type ContactChanges, type ContactRecord, updateContactFields } from '../../../store/contacts/contact-store.ts';
import { deleteMerged, type MergedRecord } from '../../../store/erasure/merge-store.ts';
import { moveTracesBack } from '../../../store/erasure/move-traces.ts';
import { changeMemberCount } from '../../../store/lists/list-store.ts';
import { cancelMessagesFor } from '../../../store/messages/message-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { continueSequences } from '../continue-sequences.ts';
import { restoreContacts } from '../trash-contacts.ts';

/**
 * Takes merged contacts out of the kept one again: it gets its former values, and they come back with their history.
 * Their sequences continue with them. Call inside a transaction, as planned.
 */
export async function splitContact(
  kept: ContactRecord,
  merged: readonly MergedRecord[],
  changes: ContactChanges,
  ctx: ActionContext,
): Promise<void> {
  const { workspaceId, now } = ctx;
  await revertContact(kept, changes, ctx);
  const trashed = merged.map((each) => ({ ...asTrashed(each), actor: ctx.actor }));
  await restoreContacts(trashed, ctx, new Set([kept.id]));
  const open = await findOpenEnrollments(workspaceId, { contactId: kept.id });
  for (const each of merged.toReversed()) {
    const ids = new Set(each.moved.flatMap(({ model, ids: moved }) => (model === 'Enrollment' ? moved : [])));
    const own = open.filter(({ id }) => ids.has(id));
    for (const { id: enrollmentId } of own) await cancelMessagesFor(workspaceId, { enrollmentId }, now());
    await moveTracesBack(each, now());
    await continueSequences(own, now());
  }
  await deleteMerged(
    workspaceId,
    merged.map(({ id }) => id),
  );
}

async function revertContact(kept: ContactRecord, changes: ContactChanges, ctx: ActionContext): Promise<void> {
  const { workspaceId, now } = ctx;
  await updateContactFields(workspaceId, kept.id, changes, now());
  if ('listIds' in changes) {
    const left = kept.listIds.filter((id) => !changes.listIds?.includes(id));
    await changeMemberCount(workspaceId, left, -1);
  }
  if ('companyId' in changes && changes.companyId !== kept.companyId) {
    if (kept.companyId !== undefined) await changeContactCount(workspaceId, kept.companyId, -1);
    if (changes.companyId !== undefined) await changeContactCount(workspaceId, changes.companyId, 1);
  }
  await ctx.emit('contact.updated', kept.id, { contactId: kept.id, fields: Object.keys(changes) });
}

/** Notes and facts of a merged record moved, so they come back with its other history. */
export function asTrashed({ id, workspaceId, type, record, mergedAt }: MergedRecord) {
  const parts = { notes: [], facts: [], linkedIds: [], changeSetId: null };
  return { id, workspaceId, type, record, label: id, deletedAt: mergedAt, ...parts };
}
