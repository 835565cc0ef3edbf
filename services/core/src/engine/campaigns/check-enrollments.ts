import { type EnrollSkipReason, enrollSkipReason, recentContactStart } from '../../domain/campaigns/enrollment-skip.ts';
import { contactLabel } from '../../domain/contacts/contact.ts';
import { findAddressHistory, findRefusals } from '../../store/campaigns/address-history-store.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import {
  type EnrollmentRecord,
  findEnrolledCompanies,
  findEnrollmentsOf,
  findEnrollmentsOfPersons,
} from '../../store/campaigns/enrollment-store.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { personDigests } from '../../store/secrets/address-digests.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { inventedRuleOf } from '../workspaces/invented-people.ts';

export interface EnrollCheck {
  contactId: string;
  label: string;
  contact: ContactRecord | null;
  /** Null if the contact can be enrolled. */
  reason: EnrollSkipReason | null;
  /** Enrollment whose sequence in this campaign failed. The sequence starts again. */
  failedEnrollmentId?: string;
}

/** Checks each contact in the given order. The first contact of a company takes precedence over later ones. */
export async function checkEnrollments(
  contactIds: string[],
  contacts: ContactRecord[],
  campaign: CampaignRecord,
  ctx: ActionContext,
): Promise<EnrollCheck[]> {
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const known = await findKnown(contacts, campaign, ctx);
  const rules = {
    allowedEmailStatuses: campaign.allowedEmailStatuses,
    onePerCompany: campaign.onePerCompany,
    contactedBefore: recentContactStart(ctx.workspace.settings, ctx.now()),
    inventedRule: await inventedRuleOf(ctx.workspaceId, ctx.config),
  };
  return [...new Set(contactIds)].map((contactId) => {
    const contact = byId.get(contactId);
    if (contact === undefined) return { contactId, label: contactId, contact: null, reason: 'not_found' };
    const { companyId } = contact;
    const past = addressFacts(contact, known, campaign.id);
    const facts = {
      contact,
      suppressionReason: known.suppressed.get(contact.email ?? '')?.reason,
      isEnrolled: known.here.has(contactId),
      isInOtherCampaign: known.elsewhere.has(contactId) || past.isPersonElsewhere,
      isCompanyEnrolled: companyId !== undefined && known.companies.has(companyId),
      hadFailed: known.failed.has(contactId),
      ...past,
    };
    const reason = enrollSkipReason(facts, rules);
    if (reason === null && companyId !== undefined) known.companies.add(companyId);
    const failedEnrollmentId = known.failed.get(contactId);
    return {
      contactId,
      label: contactLabel(contact),
      contact,
      reason,
      ...(failedEnrollmentId && { failedEnrollmentId }),
    };
  });
}

type AddressFacts = Awaited<ReturnType<typeof findAddressFacts>>;

/** History of a contact's email addresses, including under other contacts. */
export function addressFacts(contact: ContactRecord, known: AddressFacts, campaignId: string) {
  const { id, email = '' } = contact;
  const past = known.history.get(email);
  const digests = new Set(personDigests(contact));
  const others = known.enrollments.filter(
    ({ contactId, personDigests: theirs = [] }) => contactId !== id && theirs.some((digest) => digests.has(digest)),
  );
  const isHere = (e: EnrollmentRecord) => e.campaignId === campaignId;
  return {
    wasAddressContacted:
      past?.enrollmentIdsByCampaign.has(campaignId) || others.some((e) => isHere(e) && (e.startedAt || !e.endedAt)),
    isPersonElsewhere: others.some((e) => !isHere(e) && e.endedAt === null),
    ...(past && { addressContactedAt: past.lastSentAt }),
    // The contact's own replies are in its stage, which a person may have changed since.
    hasRefused: (known.refusals.get(email) ?? []).some(({ contactId }) => contactId !== id),
  };
}

export async function findAddressFacts(workspaceId: string, contacts: ContactRecord[], campaignId: string) {
  const addresses = contacts.flatMap(({ email }) => (email ? [email] : []));
  const history = await findAddressHistory(workspaceId, addresses);
  const digests = [...new Set(contacts.flatMap(personDigests))];
  return {
    history,
    refusals: await findRefusals(workspaceId, addresses, history),
    enrollments: await findEnrollmentsOfPersons(workspaceId, digests, campaignId),
  };
}

async function findKnown(contacts: ContactRecord[], campaign: CampaignRecord, ctx: ActionContext) {
  const { workspaceId } = ctx;
  const addresses = contacts.flatMap(({ email }) => (email ? [email] : []));
  const suppressed = await findSuppressed(workspaceId, addresses);
  const ids = contacts.map(({ id }) => id);
  const enrollments = await findEnrollmentsOf(workspaceId, ids, campaign.id);
  const companyIds = campaign.onePerCompany ? contacts.flatMap(({ companyId }) => (companyId ? [companyId] : [])) : [];
  const companies =
    companyIds.length === 0
      ? new Set<string>()
      : await findEnrolledCompanies(workspaceId, campaign.id, [...new Set(companyIds)]);
  const isFailedHere = (e: EnrollmentRecord) =>
    e.campaignId === campaign.id && (e.state === 'failed' || e.pauseReason === 'sender_refused');
  const failed = new Map(enrollments.filter(isFailedHere).map((e) => [e.contactId, e.id]));
  const idsOf = (isHere: boolean) =>
    new Set(
      enrollments.filter((e) => (e.campaignId === campaign.id) === isHere && !isFailedHere(e)).map((e) => e.contactId),
    );
  const past = await findAddressFacts(workspaceId, contacts, campaign.id);
  return { ...past, suppressed, here: idsOf(true), elsewhere: idsOf(false), companies, failed };
}
