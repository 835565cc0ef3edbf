import { contactLabel } from '../../../domain/contacts/contact.ts';
import { contactFields } from '../../../domain/contacts/contact-fields.ts';
import { shownAddress } from '../../../domain/contacts/email-address.ts';
import { mergeChanges } from '../../../domain/contacts/merge-records.ts';
import { requireContact, updateEffect } from '../../../engine/contacts/change-contact.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { continueSequences } from '../../../engine/contacts/continue-sequences.ts';
import { endYoungerSequence, joinedSequenceEffects } from '../../../engine/contacts/join-sequences.ts';
import { removeContact } from '../../../engine/contacts/remove-contact.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { countedEffects } from '../../../engine/context/plan.ts';
import { AppError } from '../../../errors/errors.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { findOpenEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { changeContactCount } from '../../../store/companies/company-store.ts';
import { type ContactChanges, type ContactRecord, updateContactFields } from '../../../store/contacts/contact-store.ts';
import { countNaming, countSharedEnrollments, moveTraces } from '../../../store/erasure/contact-traces-store.ts';
import { changeMemberCount } from '../../../store/lists/list-store.ts';
import { mailboxDigest, personDigests } from '../../../store/secrets/address-digests.ts';
import { extendSuppressions } from '../../../store/suppressions/amend-suppressions.ts';
import { defineWrite } from '../../definition/define-action.ts';

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

export const mergeContacts = defineWrite({
  name: 'merge_contacts',
  title: 'Merge two contacts',
  summary: 'Merge two contacts that are the same person.',
  description:
    'Merges otherContactId into contactId. The kept contact keeps its values and gains missing ones. Tags, ' +
    'lists, and phones are combined. Notes, messages, replies, enrollments, scores, and history move to it, ' +
    'and doNotContact of either applies. The other contact is deleted. If both have an email address, the ' +
    'other one becomes a former address: opt-outs and imports still recognize it. This cannot be undone.',
  method: 'post',
  path: '/contacts/{contactId}/merge',
  scope: 'contacts:write',
  effect: 'destroy',
  input: Input({
    contactId: Id('con', 'Contact to keep.'),
    otherContactId: Id('con', 'Contact to merge and delete.'),
  }),
  output: ContactView,
  errors: ['not_found', 'version_conflict'],

  async plan({ contactId, otherContactId }, ctx) {
    if (contactId === otherContactId)
      throw new AppError('validation_failed', 'Give two different contacts.', { field: 'otherContactId' });
    const kept = await requireContact(contactId, ctx);
    const other = await requireContact(otherContactId, ctx);
    checkVersion(ctx, kept);
    const changes = mergeChanges<ContactChanges>(contactFields, kept, other);
    const isDropped = other.email !== undefined && kept.email !== undefined;
    return {
      summary: `Would merge ${contactLabel(other)} into ${contactLabel(kept)}.`,
      effects: [
        updateEffect(kept, changes),
        { op: 'delete', type: 'contact', id: other.id, label: contactLabel(other) },
        ...(await joinedSequenceEffects(ctx.workspaceId, kept.id, other.id)),
        ...(await movedEffects(kept.id, other.id, ctx)),
      ],
      skipped: [],
      warnings: isDropped ? [`${shownAddress(other.email!)} becomes a former address of the contact.`] : [],
      state: { kept, other, changes },
    };
  },

  async run({ contactId, otherContactId }, { state: { kept, other, changes } }, ctx) {
    const { workspaceId, now } = ctx;
    const open = await findOpenEnrollments(workspaceId, { contactId: otherContactId });
    await endYoungerSequence(workspaceId, contactId, otherContactId, now());
    await moveTraces(workspaceId, otherContactId, contactId, now());
    // Remove the other contact first, because the kept one may take over its address and external ID.
    await removeContact(other, ctx);
    const joined = (changes.listIds ?? []).filter((listId) => !kept.listIds.includes(listId));
    await changeMemberCount(workspaceId, joined, 1);
    if (changes.companyDomain !== undefined && other.companyId !== undefined) {
      changes.companyId = other.companyId;
      await changeContactCount(workspaceId, other.companyId, 1);
    }
    changes.addressDigests = mergedDigests(kept, other);
    if (kept.duplicateOfId === otherContactId) changes.duplicateOfId = undefined;
    const merged = (await updateContactFields(workspaceId, contactId, changes, now())) ?? kept;
    await extendSuppressions(workspaceId, personDigests(merged));
    await continueSequences(open, now());
    await ctx.emit('contact.merged', contactId, { contactId, mergedId: otherContactId, fields: Object.keys(changes) });
    const summary = `Merged ${contactLabel(other)} into ${contactLabel(merged)}.`;
    return { data: toContactView(merged), summary };
  },
});
