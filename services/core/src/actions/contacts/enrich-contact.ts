import { Type } from 'typebox';
import { contactLabel } from '../../domain/crm/contact.ts';
import { AppError } from '../../errors.ts';
import type { PersonHint, RevealedPerson } from '../../providers/prospects/prospect-source.ts';
import { type ContactRecord, findContact, findContactByEmail } from '../../store/crm/contact-store.ts';
import type { ActionContext } from '../action-context.ts';
import { defineWrite } from '../define-action.ts';
import { Id, Input, Nullable } from '../schema.ts';
import { applyChanges, requireContact } from './changes/change-contact.ts';
import { ContactView, toContactView } from './contact-view.ts';
import { missingFacts } from './missing-facts.ts';

export const enrichContact = defineWrite({
  name: 'enrich_contact',
  title: 'Enrich a contact',
  summary: 'Complete a contact with what the prospect sources know.',
  description:
    'Looks a contact up in the prospect sources (own data sets, the directory, configured providers), by its address or by name and company domain, and fills in what is missing: address, names, title, seniority, department, company, place, time zone, LinkedIn, phones. Nothing that is there is overwritten. One credit when something was added; free when nothing was. Answers with the contact and the names of the added fields.',
  method: 'post',
  path: '/contacts/{contactId}/enrich',
  scope: 'contacts:write',
  effect: 'spend',
  input: Input({ contactId: Id('con', 'The contact.') }),
  output: Type.Object({
    contact: ContactView,
    added: Type.Array(Type.String(), { description: 'Fields that were filled in.' }),
    source: Nullable(Type.String({ description: 'Who knew; null: nobody.' })),
  }),
  errors: ['not_found', 'invalid_state', 'insufficient_credits', 'provider_failed'],
  price: { credits: 1, per: 'contact completed' },

  async plan({ contactId }, ctx) {
    const contact = await requireContact(contactId, ctx);
    const hint = hintOf(contact);
    const label = contactLabel(contact);
    return {
      summary: `Would look up ${label} and fill in what is missing.`,
      cost: 1,
      effects: [{ op: 'update', type: 'contact', id: contactId, label, changes: { missing: 'as found' } }],
      skipped: [],
      warnings: ['Nothing is charged when nothing is added.'],
      state: { contact, hint },
    };
  },

  perform: (_input, { state }, { ports, workspaceId }) => ports.prospects.lookUp(workspaceId, state.hint),

  async run({ contactId }, { state }, ctx, person: RevealedPerson | null) {
    const contact = (await findContact(ctx.workspaceId, contactId)) ?? state.contact;
    const changes = person === null ? {} : await withoutTakenAddress(missingFacts(contact, person), ctx);
    const added = Object.keys(changes).filter((name) => name !== 'emailStatus');
    const changed = added.length === 0 ? contact : await applyChanges(contact, changes, ctx);
    const label = contactLabel(changed);
    return {
      data: { contact: toContactView(changed), added, source: person?.source ?? null },
      charged: added.length === 0 ? 0 : 1,
      summary: added.length === 0 ? `Nothing new about ${label}.` : `Added ${added.join(', ')} to ${label}.`,
      subjectIds: [contactId],
    };
  },
});

const hintOf = (contact: ContactRecord): PersonHint => {
  const { email, firstName, lastName, companyDomain } = contact;
  if (email || (firstName && lastName && companyDomain)) return { email, firstName, lastName, companyDomain };
  const needed = 'it needs an address, or first name, last name and company domain';
  throw new AppError('invalid_state', `${contactLabel(contact)} cannot be looked up: ${needed}.`);
};

/** An address that another contact has is not given to a second one. */
const withoutTakenAddress = async (changes: ReturnType<typeof missingFacts>, ctx: ActionContext) => {
  const { email, emailStatus: _status, ...rest } = changes;
  if (email === undefined || (await findContactByEmail(ctx.workspaceId, email)) === null) return changes;
  return rest;
};
