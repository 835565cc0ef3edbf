import { type EnrollSkipReason, enrollSkipReason } from '../../../domain/campaigns/enrollment-skip.ts';
import { contactLabel } from '../../../domain/crm/contact.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { findEnrolledCompanies, findEnrollmentsOf } from '../../../store/campaigns/enrollment-store.ts';
import type { ContactRecord } from '../../../store/crm/contact-store.ts';
import { findSuppressed } from '../../../store/mail/suppression-store.ts';
import type { ActionContext } from '../../action-context.ts';

const dayMs = 86_400_000;

export interface EnrollCheck {
  contactId: string;
  label: string;
  contact: ContactRecord | null;
  /** Null: may be enrolled. */
  reason: EnrollSkipReason | null;
}

/** Looks at each contact in turn, in the order given; the first of a company comes before the others of it. */
export const checkEnrollments = async (
  contactIds: string[],
  contacts: ContactRecord[],
  campaign: CampaignRecord,
  ctx: ActionContext,
): Promise<EnrollCheck[]> => {
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const known = await findKnown(contacts, campaign, ctx);
  const rules = {
    allowedEmailStatuses: campaign.allowedEmailStatuses,
    onePerCompany: campaign.onePerCompany,
    contactedBefore: new Date(ctx.now().getTime() - ctx.workspace.settings.recentContactDays * dayMs),
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
    };
    const reason = enrollSkipReason(facts, rules);
    if (reason === null && companyId !== undefined) known.companies.add(companyId);
    return { contactId, label: contactLabel(contact), contact, reason };
  });
};

const findKnown = async (contacts: ContactRecord[], campaign: CampaignRecord, ctx: ActionContext) => {
  const { workspaceId, config } = ctx;
  const addresses = contacts.flatMap(({ email }) => (email ? [email] : []));
  const suppressed = await findSuppressed(workspaceId, addresses, config.secretKey);
  const ids = contacts.map(({ id }) => id);
  const enrollments = await findEnrollmentsOf(workspaceId, ids, campaign.id);
  const companyIds = campaign.onePerCompany ? contacts.flatMap(({ companyId }) => (companyId ? [companyId] : [])) : [];
  const companies =
    companyIds.length === 0
      ? new Set<string>()
      : await findEnrolledCompanies(workspaceId, campaign.id, [...new Set(companyIds)]);
  const idsOf = (isHere: boolean) =>
    new Set(enrollments.filter(({ campaignId }) => (campaignId === campaign.id) === isHere).map((e) => e.contactId));
  return { suppressed, here: idsOf(true), elsewhere: idsOf(false), companies };
};
