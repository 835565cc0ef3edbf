import { type EnrollSkipReason, enrollSkipReason, recentContactStart } from '../../domain/campaigns/enrollment-skip.ts';
import { findEnrollmentsOf } from '../../store/campaigns/enrollment-store.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import { addressFacts, findAddressFacts } from '../campaigns/check-enrollments.ts';
import type { EngineDeps } from '../context/engine-deps.ts';
import { inventedRuleOf } from '../workspaces/invented-people.ts';

/** Reason why a new campaign with the default rules would not enroll this contact. Null if it would. */
export async function whyNotEligible(
  { id: workspaceId, settings }: Pick<WorkspaceRecord, 'id' | 'settings'>,
  contactId: string,
  { config, now }: Pick<EngineDeps, 'config' | 'now'>,
): Promise<EnrollSkipReason | null> {
  const contact = await findContact(workspaceId, contactId);
  if (contact === null) return 'not_found';
  const suppressed = contact.email ? await findSuppressed(workspaceId, [contact.email]) : undefined;
  const elsewhere = await findEnrollmentsOf(workspaceId, [contactId], '');
  const past = addressFacts(contact, await findAddressFacts(workspaceId, [contact], ''), '');
  const facts = {
    contact,
    suppressionReason: suppressed?.get(contact.email ?? '')?.reason,
    isEnrolled: false,
    isInOtherCampaign: elsewhere.length > 0 || past.isPersonElsewhere,
    isCompanyEnrolled: false,
    ...past,
  };
  return enrollSkipReason(facts, {
    allowedEmailStatuses: ['valid'],
    onePerCompany: false,
    contactedBefore: recentContactStart(settings, now()),
    inventedRule: await inventedRuleOf(workspaceId, config),
  });
}
