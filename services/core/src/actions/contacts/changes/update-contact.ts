import { Type } from 'typebox';
import { contactLabel, stages } from '../../../domain/crm/contact.ts';
import { contactChanges } from '../../../domain/crm/contact-changes.ts';
import { findCompanyByDomain } from '../../../store/crm/company-store.ts';
import { checkVersion } from '../../check-version.ts';
import { defineWrite, type PlannedEffect } from '../../define-action.ts';
import { Id, Input, OneOf, Timestamp } from '../../schema.ts';
import { ContactView, toContactView } from '../contact-view.ts';
import { applyChanges, checkChanges, requireContact, updateEffect } from './change-contact.ts';
import { toWantedFacts, wantedFactProperties } from './wanted-facts.ts';

export const updateContact = defineWrite({
  name: 'update_contact',
  title: 'Update a contact',
  summary: 'Change some fields of one contact.',
  description:
    'Changes the given fields of a contact and leaves the others; null removes a field, customFields are merged key by key (null removes a key). A new companyDomain links the contact to that company, or creates it; a new address starts as unverified. An address or externalId that another contact has is refused with its id. Send If-Match with the version to be refused when the contact has changed since you read it.',
  method: 'patch',
  path: '/contacts/{contactId}',
  scope: 'contacts:write',
  effect: 'write',
  input: Input({
    contactId: Id('con', 'The contact.'),
    ...wantedFactProperties,
    stage: Type.Optional(OneOf(stages, { description: 'Stage of the relation.' })),
    noticeSentAt: Type.Optional(Timestamp('When the person was informed (GDPR Art. 14).')),
    doNotContact: Type.Optional(Type.Boolean({ description: 'true: never write to this person.' })),
  }),
  output: ContactView,
  errors: ['not_found', 'contact_exists', 'already_exists', 'version_conflict'],
  example: { contactId: 'con_01J8Z3K4M5N6P7Q8R9S0T1V2W3', title: 'CTO', declaredBasis: 'consent' },

  async plan({ contactId, stage, noticeSentAt, doNotContact, ...raw }, ctx) {
    const before = await requireContact(contactId, ctx);
    checkVersion(ctx, before);
    const facts = contactChanges(before, toWantedFacts(raw));
    await checkChanges(before, facts, ctx);
    const changes = {
      ...facts,
      ...(stage !== undefined && stage !== before.stage && { stage }),
      ...(doNotContact !== undefined && doNotContact !== before.doNotContact && { doNotContact }),
      ...(noticeSentAt !== undefined && { noticeSentAt: new Date(noticeSentAt) }),
    };
    const effects: PlannedEffect[] = Object.keys(changes).length > 0 ? [updateEffect(before, changes)] : [];
    const { companyDomain } = facts;
    if (companyDomain !== undefined && (await findCompanyByDomain(ctx.workspaceId, companyDomain)) === null)
      effects.push({ op: 'create', type: 'company', label: facts.companyName ?? companyDomain });
    const summary = `Would change contact ${contactLabel(before)}.`;
    return { summary, cost: 0, effects, skipped: [], warnings: [], state: { before, changes } };
  },

  async run(_input, { state }, ctx) {
    const contact = await applyChanges(state.before, state.changes, ctx);
    return { data: toContactView(contact), summary: `Changed contact ${contactLabel(contact)}.` };
  },
});
