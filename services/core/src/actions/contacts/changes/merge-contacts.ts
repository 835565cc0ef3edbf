import { Type } from 'typebox';
import { contactLabel } from '../../../domain/contacts/contact.ts';
import { shownAddress } from '../../../domain/contacts/email-address.ts';
import { requireContact, updateEffect } from '../../../engine/contacts/change-contact.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { changesOfMerge, mergeContact, mergeEffects } from '../../../engine/contacts/merging/merge-contact.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { recordMerges, undoHint } from '../../../engine/jobs/changes/record-merges.ts';
import { AppError } from '../../../errors/errors.ts';
import { changeSetIdOfMerge } from '../../../schema/record-parts.ts';
import { Id, Input, Named } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const mergeContacts = defineWrite({
  name: 'merge_contacts',
  title: 'Merge two contacts',
  summary: 'Merge two contacts that are the same person.',
  description:
    'Merges otherContactId into contactId. The kept contact keeps its values and gains missing ones. Tags, ' +
    'lists, and phones are combined. Notes, messages, replies, enrollments, scores, and history move to it, ' +
    'and doNotContact of either applies. The other contact is deleted. If both have an email address, the ' +
    'other one becomes a former address: opt-outs and imports still recognize it. Within 30 days, undo_change ' +
    'reverts the merge. An opt-out of either stays for both.',
  method: 'post',
  path: '/contacts/{contactId}/merge',
  scope: 'contacts:write',
  effect: 'destroy',
  input: Input({
    contactId: Id('con', 'Contact to keep.'),
    otherContactId: Id('con', 'Contact to merge and delete.'),
  }),
  output: Named('MergedContact', Type.Object({ ...ContactView.properties, changeSetId: changeSetIdOfMerge })),
  errors: ['not_found', 'version_conflict'],

  async plan({ contactId, otherContactId }, ctx) {
    if (contactId === otherContactId)
      throw new AppError('validation_failed', 'Give two different contacts.', { field: 'otherContactId' });
    const kept = await requireContact(contactId, ctx);
    const other = await requireContact(otherContactId, ctx);
    checkVersion(ctx, kept);
    const isDropped = other.email !== undefined && kept.email !== undefined;
    return {
      summary: `Would merge ${contactLabel(other)} into ${contactLabel(kept)}.`,
      effects: [updateEffect(kept, changesOfMerge(kept, other)), ...(await mergeEffects(kept, other, ctx))],
      skipped: [],
      warnings: isDropped ? [`${shownAddress(other.email!)} becomes a former address of the contact.`] : [],
      state: { kept, other },
    };
  },

  async run(_input, { state: { kept, other } }, ctx) {
    const merged = await mergeContact(kept, other, ctx);
    // Without names, which erasing one of them would have to remove.
    const changeSetId = await recordMerges(
      'contact',
      'Merge two contacts',
      [{ keptId: kept.id, mergedIds: [other.id] }],
      ctx,
    );
    const summary = `Merged ${contactLabel(other)} into ${contactLabel(merged)}. ${undoHint(changeSetId)}`;
    return { data: { ...toContactView(merged), changeSetId }, summary };
  },
});
