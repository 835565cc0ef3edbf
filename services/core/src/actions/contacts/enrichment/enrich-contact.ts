import { Type } from 'typebox';
import { contactLabel } from '../../../domain/contacts/contact.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { hintOf } from '../../../engine/prospects/enrichment/person-hint.ts';
import { storeEnriched } from '../../../engine/prospects/enrichment/store-enriched.ts';
import { traitsOfContacts } from '../../../engine/prospects/look-up/contact-traits.ts';
import { type LookedUp, lookUpPerson, newCeiling } from '../../../engine/prospects/look-up/look-up-person.ts';
import { costInWords } from '../../../engine/prospects/look-up/price-range.ts';
import { creditsMax, findAsking } from '../../../engine/workspaces/providers/provider-order.ts';
import { AppError } from '../../../errors/errors.ts';
import type { PersonHint } from '../../../providers/prospects/person-hint.ts';
import { Described, Id, Input, Nullable } from '../../../schema/schema.ts';
import { type ContactRecord, findContact } from '../../../store/contacts/contact-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const enrichContact = defineWrite({
  name: 'enrich_contact',
  title: 'Enrich a contact',
  summary: 'Fill in missing data of a contact from prospect sources.',
  description:
    'Looks up a contact in your data sets, the directory, and your providers by email address, or by name and ' +
    'company domain, and fills in missing values: email address, names, title, seniority, department, company, ' +
    'location, time zone, LinkedIn, phones. Existing values are kept. Providers are asked one after another until ' +
    'one has a valid address. Nothing added, no confirmed address, a person revealed ' +
    'before, and data of your own data set are free. Returns the contact, the added fields, and what ' +
    'the providers billed. For many contacts, use enrich_contacts.',
  method: 'post',
  path: '/contacts/{contactId}/enrich',
  scope: ['contacts:write', 'credits:write'],
  effect: 'spend',
  input: Input({ contactId: Id('con', 'The contact.') }),
  output: Type.Object({
    contact: Described(ContactView, 'The contact after enrichment.'),
    added: Type.Array(Type.String(), { description: 'Names of the added fields.' }),
    source: Nullable(Type.String({ description: 'Source of the data. Null: no source knew the contact.' })),
    billed: Type.Integer({ description: 'Billed by providers, in credits of their accounts.' }),
    unconfirmed: Type.Array(Type.String(), {
      description: 'Providers that may have billed the question twice, because their first answer was lost.',
    }),
  }),
  errors: ['not_found', 'invalid_state', 'insufficient_credits', 'budget_exhausted', 'provider_failed'],
  price: { credits: 1, per: 'contact completed' },

  async plan({ contactId }, ctx) {
    const contact = await requireContact(contactId, ctx);
    const hint = requireHint(contact);
    const label = contactLabel(contact);
    const asking = await findAsking(ctx);
    const units = creditsMax(asking);
    return {
      summary: `Would look up ${label} and fill in missing data${costInWords(1, units * ctx.creditsPerUnit, asking, ctx)}.`,
      units,
      effects: [{ op: 'update', type: 'contact', id: contactId, label, changes: { missing: 'as found' } }],
      skipped: [],
      warnings: ['Nothing is charged if nothing is added.'],
      state: { contact, hint },
    };
  },

  async perform(_input, { state: { contact, hint } }, ctx) {
    const traits = await traitsOfContacts(ctx.workspaceId, [contact]);
    return lookUpPerson(hint, traits.get(contact.id) ?? {}, newCeiling(ctx), ctx);
  },

  async run({ contactId }, { state }, ctx, found: LookedUp) {
    const stored = (await findContact(ctx.workspaceId, contactId)) ?? state.contact;
    const { contact, added, units } = await storeEnriched(stored, found, await findAsking(ctx), ctx);
    const label = contactLabel(contact);
    const { person, billed, unconfirmed } = found;
    return {
      data: { contact: toContactView(contact), added, source: person?.source ?? null, billed, unconfirmed },
      units,
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
