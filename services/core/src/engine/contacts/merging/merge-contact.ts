import { contactLabel } from '../../../domain/contacts/contact.ts';
import { contactFields } from '../../../domain/contacts/contact-fields.ts';
import { mergeChanges, valuesOfMerge } from '../../../domain/contacts/merge-records.ts';
import { findOpenEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { changeContactCount } from '../../../store/companies/company-store.ts';
import { type ContactChanges, type ContactRecord, updateContactFields } from '../../../store/contacts/contact-store.ts';
import { countNaming, countSharedEnrollments } from '../../../store/erasure/contact-traces-store.ts';
import { insertMerged } from '../../../store/erasure/merge-store.ts';
import { moveTraces } from '../../../store/erasure/move-traces.ts';
import { changeMemberCount } from '../../../store/lists/list-store.ts';
import { mailboxDigest, personDigests } from '../../../store/secrets/address-digests.ts';
import { extendSuppressions } from '../../../store/suppressions/amend-suppressions.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { countedEffects, type PlannedEffect } from '../../context/plan.ts';
import { continueSequences } from '../continue-sequences.ts';
import { endYoungerSequence, joinedSequenceEffects } from '../join-sequences.ts';
import { removeContact } from '../remove-contact.ts';

/** Plans moving the other contact's records. For campaigns that enroll both, the kept contact's enrollment remains. */
async function movedEffects(contactId: string, otherId: string, { workspaceId }: ActionContext) {
  const counts = await countNaming(workspaceId, otherId);
  const doubled = await countSharedEnrollments(workspaceId, contactId, otherId);
  const moved = Object.entries({ ...counts, enrollment: counts.enrollment - doubled });
  return [
    ...moved.flatMap(([type, count]) => countedEffects('update', type, count, { contactId })),
    ...countedEffects('delete', 'enrollment', doubled),
  ];
}

/** The other contact's current and former addresses become former addresses of the kept contact. */
function mergedDigests(kept: ContactRecord, other: ContactRecord): string[] {
  const { workspaceId } = kept;
  const own = other.email === undefined ? [] : [mailboxDigest(workspaceId, other.email)];
  return [...new Set([...(kept.addressDigests ?? []), ...(other.addressDigests ?? []), ...own])];
}

/** Changes to the kept contact when the other one is merged into it. */
export function changesOfMerge(kept: ContactRecord, other: ContactRecord): ContactChanges {
  return mergeChanges<ContactChanges>(contactFields, kept, other);
}

/** Effects of a merge besides the changes to the kept contact. Reads only. */
export async function mergeEffects(
  kept: ContactRecord,
  other: ContactRecord,
  ctx: ActionContext,
): Promise<PlannedEffect[]> {
  return [
    { op: 'delete', type: 'contact', id: other.id, label: contactLabel(other) },
    ...(await joinedSequenceEffects(ctx.workspaceId, kept.id, other.id)),
    ...(await movedEffects(kept.id, other.id, ctx)),
  ];
}

/**
 * Merges the other contact into the kept one, deletes it, and emits `contact.merged`. The former values are kept, so that
 * it can be undone. Call inside a transaction.
 */
export async function mergeContact(
  kept: ContactRecord,
  other: ContactRecord,
  ctx: ActionContext,
): Promise<ContactRecord> {
  const { workspaceId, now } = ctx;
  const changes = changesOfMerge(kept, other);
  const open = await findOpenEnrollments(workspaceId, { contactId: other.id });
  await endYoungerSequence(workspaceId, kept.id, other.id, now());
  const trace = await moveTraces({ workspaceId, fromId: other.id, toId: kept.id }, now());
  // Remove the other contact first, because the kept one may take over its address and external ID.
  await removeContact(other, ctx);
  const joined = (changes.listIds ?? []).filter((listId) => !kept.listIds.includes(listId));
  await changeMemberCount(workspaceId, joined, 1);
  if (changes.companyDomain !== undefined && other.companyId !== undefined) {
    changes.companyId = other.companyId;
    await changeContactCount(workspaceId, other.companyId, 1);
  }
  changes.addressDigests = mergedDigests(kept, other);
  if (kept.duplicateOfId === other.id) changes.duplicateOfId = undefined;
  const merged = (await updateContactFields(workspaceId, kept.id, changes, now())) ?? kept;
  await extendSuppressions(workspaceId, personDigests(merged));
  await continueSequences(open, now());
  const fields = Object.keys(changes);
  const { id: _id, ...record } = other;
  await insertMerged({
    ...trace,
    ...valuesOfMerge(kept, merged, fields),
    ...(other.email !== undefined && { email: other.email }),
    _id,
    workspaceId,
    type: 'contact',
    keptId: kept.id,
    contactId: kept.id,
    record: { ...record, _id },
    contacts: [],
    mergedAt: now(),
  });
  await ctx.emit('contact.merged', kept.id, { contactId: kept.id, mergedId: other.id, fields });
  return merged;
}
