import { contactLabel } from '../../../domain/crm/contact.ts';
import { mergeChanges } from '../../../domain/crm/merge-contacts.ts';
import { AppError } from '../../../errors.ts';
import { findOpenEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { changeContactCount } from '../../../store/crm/company-store.ts';
import { type ContactChanges, updateContactFields } from '../../../store/crm/contact-store.ts';
import { moveTraces } from '../../../store/crm/contact-traces-store.ts';
import { changeMemberCount } from '../../../store/crm/list-store.ts';
import { checkVersion } from '../../check-version.ts';
import { defineWrite } from '../../define-action.ts';
import { Id, Input } from '../../schema.ts';
import { ContactView, toContactView } from '../contact-view.ts';
import { requireContact, updateEffect } from './change-contact.ts';
import { continueSequences } from './continue-sequences.ts';
import { removeContact } from './remove-contact.ts';

export const mergeContacts = defineWrite({
  name: 'merge_contacts',
  title: 'Merge two contacts',
  summary: 'Make one contact of two that are the same person.',
  description:
    'Merges otherContactId into contactId. The kept contact keeps its own values and takes what it lacks; tags, lists and phones are united; notes, messages, replies, enrollments, scores and history move to it; doNotContact of either stays. The other contact is deleted. When both have an address, the one of the kept contact stays. It cannot be undone.',
  method: 'post',
  path: '/contacts/{contactId}/merge',
  scope: 'contacts:write',
  effect: 'destroy',
  input: Input({
    contactId: Id('con', 'The contact that stays.'),
    otherContactId: Id('con', 'The contact that is merged into it and deleted.'),
  }),
  output: ContactView,
  errors: ['not_found', 'version_conflict'],

  async plan({ contactId, otherContactId }, ctx) {
    if (contactId === otherContactId)
      throw new AppError('validation_failed', 'Name two different contacts.', { field: 'otherContactId' });
    const kept = await requireContact(contactId, ctx);
    const other = await requireContact(otherContactId, ctx);
    checkVersion(ctx, kept);
    const changes = mergeChanges(kept, other) as ContactChanges;
    const isDropped = other.email !== undefined && kept.email !== undefined;
    return {
      summary: `Would merge ${contactLabel(other)} into ${contactLabel(kept)}.`,
      cost: 0,
      effects: [
        updateEffect(kept, changes),
        { op: 'delete', type: 'contact', id: other.id, label: contactLabel(other) },
      ],
      skipped: [],
      warnings: isDropped ? [`The address ${other.email} is dropped.`] : [],
      state: { kept, other, changes },
    };
  },

  async run({ contactId, otherContactId }, { state: { kept, other, changes } }, ctx) {
    const { workspaceId, now } = ctx;
    const open = await findOpenEnrollments(workspaceId, { contactId: otherContactId });
    await moveTraces(workspaceId, otherContactId, contactId, now());
    // The other one goes first: its address and external id may go over to the kept one.
    await removeContact(other, ctx);
    const joined = (changes.listIds ?? []).filter((listId) => !kept.listIds.includes(listId));
    await changeMemberCount(workspaceId, joined, 1);
    if (changes.companyDomain !== undefined && other.companyId !== undefined) {
      changes.companyId = other.companyId;
      await changeContactCount(workspaceId, other.companyId, 1);
    }
    const merged = (await updateContactFields(workspaceId, contactId, changes, now())) ?? kept;
    await continueSequences(open, now());
    await ctx.emit('contact.updated', contactId, { contactId, mergedId: otherContactId });
    const summary = `Merged ${contactLabel(other)} into ${contactLabel(merged)}.`;
    return { data: toContactView(merged), summary };
  },
});
