import { contactLabel } from '../../domain/contacts/contact.ts';
import { additionEffects, planContactAddition, storeContact } from '../../engine/contacts/add-contact.ts';
import { contactFactProperties, invisibleWarnings, toContactFacts } from '../../engine/contacts/contact-facts.ts';
import { ContactView, toContactView } from '../../engine/contacts/contact-view.ts';
import { Input } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';

export const createContact = defineWrite({
  name: 'create_contact',
  title: 'Create a contact',
  summary: 'Create a contact.',
  description:
    'Creates a contact. Needs email, or firstName, lastName, and companyDomain. Set the legal basis ' +
    '(declaredBasis): without one, the contact cannot be enrolled in a campaign. The company is linked by ' +
    'companyDomain, or else by the domain of the email address (except free mail), or created. Fails with contact_exists (and the existing ID) if the email address is ' +
    'taken. A contact with a suppressed address is stored with doNotContact. Returns the contact.',
  method: 'post',
  path: '/contacts',
  scope: 'contacts:write',
  effect: 'write',
  input: Input(contactFactProperties),
  output: ContactView,
  statuses: [201],
  errors: ['contact_exists', 'already_exists'],
  example: {
    email: 'ada@analytical.example',
    firstName: 'Ada',
    lastName: 'Lovelace',
    companyName: 'Analytical Engines',
    companyDomain: 'analytical.example',
    declaredBasis: 'legitimate_interest',
  },
  sharesTransaction: true,

  async plan(input, ctx) {
    const addition = await planContactAddition(toContactFacts(input), ctx);
    const warnings = [
      ...invisibleWarnings(input),
      ...(addition.isSuppressed ? ['The email address is suppressed. The contact is stored with doNotContact.'] : []),
      ...(addition.facts.declaredBasis === undefined
        ? ['Without declaredBasis the contact cannot be enrolled in a campaign.']
        : []),
    ];
    const summary = `Would create contact ${contactLabel(addition.facts)}.`;
    return { summary, effects: additionEffects(addition), skipped: [], warnings, state: addition };
  },

  async run(_input, plan, ctx) {
    const contact = await storeContact(plan.state, { source: ctx.via === 'mcp' ? 'mcp' : 'api' }, ctx);
    const at = contact.companyName ? ` (${contact.companyName})` : '';
    return { status: 201, data: toContactView(contact), summary: `Created contact ${contactLabel(contact)}${at}.` };
  },
});
