import { Type } from 'typebox';
import { contactLabel } from '../../../domain/contacts/contact.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { hintOf } from '../../../engine/contacts/enrichment/person-hint.ts';
import { storeEnriched } from '../../../engine/contacts/enrichment/store-enriched.ts';
import { AppError } from '../../../errors/errors.ts';
import type { PersonHint, RevealedPerson } from '../../../providers/prospects/prospect-source.ts';
import { Described, Id, Input, Nullable } from '../../../schema/schema.ts';
import { type ContactRecord, findContact } from '../../../store/contacts/contact-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const enrichContact = defineWrite({
  name: 'enrich_contact',
  title: 'Enrich a contact',
  summary: 'Complete a contact with what the prospect sources know.',
  description:
    'Looks a contact up in the prospect sources (own data sets, the directory, configured providers), by its address or by name and company domain, and fills in what is missing: address, names, title, seniority, department, company, place, time zone, LinkedIn, phones. Nothing that is there is overwritten. Free when nothing was added, when the person was bought before, or came from a data set of your own. Returns the contact and the names of the added fields. For many contacts use enrich_contacts.',
  method: 'post',
  path: '/contacts/{contactId}/enrich',
  scope: ['contacts:write', 'credits:write'],
  effect: 'spend',
  input: Input({ contactId: Id('con', 'The contact.') }),
  output: Type.Object({
    contact: Described(ContactView, 'The contact as it is now.'),
    added: Type.Array(Type.String(), { description: 'Fields that were filled in.' }),
    source: Nullable(Type.String({ description: 'Who knew; null: nobody.' })),
  }),
  errors: ['not_found', 'invalid_state', 'insufficient_credits', 'provider_failed'],
  price: { credits: 1, per: 'contact completed' },

  async plan({ contactId }, ctx) {
    const contact = await requireContact(contactId, ctx);
    const hint = requireHint(contact);
    const label = contactLabel(contact);
    return {
      summary: `Would look up ${label} and fill in what is missing.`,
      units: 1,
      effects: [{ op: 'update', type: 'contact', id: contactId, label, changes: { missing: 'as found' } }],
      skipped: [],
      warnings: ['Nothing is charged when nothing is added.'],
      state: { contact, hint },
    };
  },

  perform: (_input, { state }, { ports, workspaceId }) => ports.prospects.lookUp(workspaceId, state.hint),

  async run({ contactId }, { state }, ctx, person: RevealedPerson | null) {
    const stored = (await findContact(ctx.workspaceId, contactId)) ?? state.contact;
    const { contact, added, isCharged } = await storeEnriched(stored, person, ctx);
    const label = contactLabel(contact);
    return {
      data: { contact: toContactView(contact), added, source: person?.source ?? null },
      units: isCharged ? 1 : 0,
      summary: added.length === 0 ? `Nothing new about ${label}.` : `Added ${added.join(', ')} to ${label}.`,
      subjectIds: [contactId],
    };
  },
});

function requireHint(contact: ContactRecord): PersonHint {
  const hint = hintOf(contact);
  if (hint !== undefined) return hint;
  const needed = 'it needs an address, or first name, last name and company domain';
  throw new AppError('invalid_state', `${contactLabel(contact)} cannot be looked up: ${needed}.`);
}
