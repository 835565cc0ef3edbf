import { Type } from 'typebox';
import { contactLabel } from '../../../domain/contacts/contact.ts';
import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { hintOf } from '../../../engine/contacts/enrichment/person-hint.ts';
import { storeEnriched } from '../../../engine/contacts/enrichment/store-enriched.ts';
import { AppError } from '../../../errors/errors.ts';
import type { PersonHint } from '../../../providers/prospects/prospect-source.ts';
import { Described, Id, Input, Nullable } from '../../../schema/schema.ts';
import { type ContactRecord, findContact } from '../../../store/contacts/contact-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const enrichContact = defineWrite({
  name: 'enrich_contact',
  title: 'Enrich a contact',
  summary: 'Fill in missing data of a contact from prospect sources.',
  description:
    'Looks up a contact in the prospect sources (your data sets, the directory, configured providers) by ' +
    'email address, or by name and company domain, and fills in missing values: email address, names, title, ' +
    'seniority, department, company, location, time zone, LinkedIn, phones. Existing values are kept. Free if ' +
    'nothing was added, if the person was revealed before, or if the data is from your own data set. Returns ' +
    'the contact and the names of the added fields. For many contacts, use enrich_contacts.',
  method: 'post',
  path: '/contacts/{contactId}/enrich',
  scope: ['contacts:write', 'credits:write'],
  effect: 'spend',
  input: Input({ contactId: Id('con', 'The contact.') }),
  output: Type.Object({
    contact: Described(ContactView, 'The contact after enrichment.'),
    added: Type.Array(Type.String(), { description: 'Names of the added fields.' }),
    source: Nullable(Type.String({ description: 'Source of the data. Null: no source knew the contact.' })),
  }),
  errors: ['not_found', 'invalid_state', 'insufficient_credits', 'provider_failed'],
  price: { credits: 1, per: 'contact completed' },

  async plan({ contactId }, ctx) {
    const contact = await requireContact(contactId, ctx);
    const hint = requireHint(contact);
    const label = contactLabel(contact);
    return {
      summary: `Would look up ${label} and fill in missing data.`,
      units: 1,
      effects: [{ op: 'update', type: 'contact', id: contactId, label, changes: { missing: 'as found' } }],
      skipped: [],
      warnings: ['Nothing is charged if nothing is added.'],
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
  const needed = 'it needs an email address, or first name, last name, and company domain';
  throw new AppError('invalid_state', `${contactLabel(contact)} cannot be looked up: ${needed}.`);
}
