import { type EnrollSkipReason, enrollSkipReason, recentContactStart } from '../../domain/campaigns/enrollment-skip.ts';
import { contactLabel } from '../../domain/contacts/contact.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import {
  type EnrollmentRecord,
  findEnrolledCompanies,
  findEnrollmentsOf,
} from '../../store/campaigns/enrollment-store.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';

export interface EnrollCheck {
  contactId: string;
  label: string;
  contact: ContactRecord | null;
  /** Null: may be enrolled. */
  reason: EnrollSkipReason | null;
  /** Whose sequence here had failed: it begins again. */
  failedEnrollmentId?: string;
}

/** Looks at each contact in turn, in the order given; the first of a company comes before the others of it. */
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
  };
  return [...new Set(contactIds)].map((contactId) => {
    const contact = byId.get(contactId);
    if (contact === undefined) return { contactId, label: contactId, contact: null, reason: 'not_found' };
    const { companyId } = contact;
    const facts = {
      contact,
      suppressionReason: known.suppressed.get(contact.email ?? '')?.reason,
      isEnrolled: known.here.has(contactId),
      isInOtherCampaign: known.elsewhere.has(contactId),
      isCompanyEnrolled: companyId !== undefined && known.companies.has(companyId),
      hadFailed: known.failed.has(contactId),
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
  return { suppressed, here: idsOf(true), elsewhere: idsOf(false), companies, failed };
}
