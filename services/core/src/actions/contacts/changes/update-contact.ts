import { contactLabel } from '../../../domain/contacts/contact.ts';
import { contactChanges } from '../../../domain/contacts/contact-changes.ts';
import { given } from '../../../domain/values/given.ts';
import { applyChanges, derivedChanges, requireContact, updateEffect } from '../../../engine/contacts/change-contact.ts';
import { contactUpdateProperties, invisibleWarnings, toContactFacts } from '../../../engine/contacts/contact-facts.ts';
import { requireRules } from '../../../engine/contacts/contact-rules.ts';
import { ContactView, toContactView } from '../../../engine/contacts/contact-view.ts';
import { endedSequenceEffects, redirectedEffects } from '../../../engine/contacts/end-sequences.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import type { PlannedEffect } from '../../../engine/context/plan.ts';
import { changesInWords } from '../../../engine/context/planned-update.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { findCompanyByDomain } from '../../../store/companies/company-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const updateContact = defineWrite({
  name: 'update_contact',
  title: 'Update a contact',
  summary: 'Change fields of one contact.',
  description:
    'Changes the given fields of a contact and keeps the others. null clears a field. location is merged by ' +
    'member, and customFields by key (null removes a key). A new companyDomain links the contact to that ' +
    'company, or creates it. A new email address starts as unverified. Fails with the existing ID if another ' +
    'contact has the email address or externalId. Send If-Match with the version to reject the change if the ' +
    'contact has changed since you read it.',
  method: 'patch',
  path: '/contacts/{contactId}',
  scope: 'contacts:write',
  effect: 'write',
  input: Input({
    contactId: Id('con', 'The contact.'),
    ...contactUpdateProperties,
  }),
  output: ContactView,
  errors: ['not_found', 'contact_exists', 'already_exists', 'version_conflict', 'legal_block'],
  example: { contactId: 'con_01J8Z3K4M5N6P7Q8R9S0T1V2W3', title: 'CTO', declaredBasis: 'consent' },

  async plan({ contactId, stage, noticeSentAt, doNotContact, ...raw }, ctx) {
    const before = await requireContact(contactId, ctx);
    checkVersion(ctx, before);
    // Merges locations like custom fields. A city alone keeps the country, which determines the time zone and holidays.
    const location = raw.location && before.location ? { ...before.location, ...raw.location } : raw.location;
    const facts = contactChanges(before, toContactFacts({ ...raw, ...(location !== undefined && { location }) }));
    // An inferred time zone follows the country, so it would be inferred again.
    if (facts.timeZone === undefined && before.isTimeZoneInferred) delete facts.timeZone;
    const changes = {
      ...facts,
      ...(stage !== undefined && stage !== before.stage && { stage }),
      ...(doNotContact !== undefined && doNotContact !== before.doNotContact && { doNotContact }),
      ...(noticeSentAt !== undefined &&
        Date.parse(noticeSentAt) !== before.noticeSentAt?.getTime() && { noticeSentAt: new Date(noticeSentAt) }),
    };
    await requireRules({ ...before, ...changes }, before, ctx);
    const { timeZone, isTimeZoneInferred, emailStatus } = derivedChanges(before, facts, ctx);
    const derived = given({ timeZone, isTimeZoneInferred, emailStatus });
    const update = updateEffect(before, { ...changes, ...derived });
    const isChanged = Object.keys(changes).length > 0;
    const effects: PlannedEffect[] = isChanged ? [update] : [];
    effects.push(...(await endedSequenceEffects(before, changes)), ...(await redirectedEffects(before, facts)));
    const { companyDomain } = facts;
    if (companyDomain !== undefined && (await findCompanyByDomain(ctx.workspaceId, companyDomain)) === null)
      effects.push({ op: 'create', type: 'company', label: facts.companyName ?? companyDomain });
    const summary = isChanged
      ? `Would change contact ${contactLabel(before)}: ${changesInWords(update)}.`
      : 'Would change nothing.';
    return { summary, effects, skipped: [], warnings: invisibleWarnings(raw), state: { before, changes } };
  },

  async run(_input, { state, effects }, ctx) {
    if (effects.length === 0) return { data: toContactView(state.before), summary: 'Nothing to change.' };
    const contact = await applyChanges(state.before, state.changes, ctx);
    return { data: toContactView(contact), summary: `Changed contact ${contactLabel(contact)}.` };
  },
});
