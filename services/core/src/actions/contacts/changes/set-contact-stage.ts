import { contactLabel, stages } from '../../../domain/contacts/contact.ts';
import { applyChanges, requireContact, updateEffect } from '../../../engine/contacts/change-contact.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { endedSequenceEffects } from '../../../engine/contacts/end-sequences.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { Id, Input, OneOf } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const setContactStage = defineWrite({
  name: 'set_contact_stage',
  title: 'Set the stage of a contact',
  summary: 'Set the stage of a contact.',
  description:
    'Sets the stage of a contact: new, contacted, replied, interested, meeting_booked, customer, ' +
    'not_interested, or do_not_contact. do_not_contact also sets doNotContact: the person is never emailed ' +
    "again. meeting_booked, customer, not_interested, and do_not_contact end the contact's open sequence. The " +
    'plan counts the messages that it cancels.',
  method: 'put',
  path: '/contacts/{contactId}/stage',
  scope: 'contacts:write',
  effect: 'write',
  small: { change: 'stages', undo: 'set_contact_stage with the previous stage.' },
  input: Input({ contactId: Id('con', 'The contact.'), stage: OneOf(stages, { description: 'The new stage.' }) }),
  output: ContactView,
  errors: ['not_found', 'version_conflict'],

  async plan({ contactId, stage }, ctx) {
    const before = await requireContact(contactId, ctx);
    checkVersion(ctx, before);
    const changes = {
      ...(stage !== before.stage && { stage }),
      ...(stage === 'do_not_contact' && !before.doNotContact && { doNotContact: true }),
    };
    const ended = await endedSequenceEffects(before, changes);
    return {
      summary: `Would set ${contactLabel(before)} to ${stage}.`,
      effects: [...(Object.keys(changes).length > 0 ? [updateEffect(before, changes)] : []), ...ended],
      skipped: [],
      warnings: [],
      // The former stage brings back neither the sequence nor the permission to contact.
      isNeverSmall: ended.length > 0 || stage === 'do_not_contact',
      state: { before, changes },
    };
  },

  async run({ stage }, { state }, ctx) {
    const contact = await applyChanges(state.before, state.changes, ctx);
    return { data: toContactView(contact), summary: `${contactLabel(contact)} is ${stage} now.` };
  },
});
