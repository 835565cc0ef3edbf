import type { ContactFacts, EmailStatus } from '../contacts/contact.ts';
import { allowsWriting } from '../contacts/declared-basis.ts';
import { unsendableStatuses } from '../contacts/email-status.ts';

/** Why a contact is not enrolled, in the order in which they are looked for. */
export const enrollSkipReasons = [
  'not_found',
  'no_email',
  'bounced_before',
  'suppressed',
  'do_not_contact',
  'no_basis',
  'email_not_allowed',
  'already_enrolled',
  'in_other_campaign',
  'duplicate_company',
  'recently_contacted',
] as const;
export type EnrollSkipReason = (typeof enrollSkipReasons)[number];

/** What is known of a contact when it is to be enrolled. */
export interface EnrollFacts {
  contact: Pick<ContactFacts, 'email' | 'declaredBasis'> & {
    emailStatus: EmailStatus;
    doNotContact: boolean;
    stage: string;
    companyId?: string;
    lastContactedAt?: Date;
  };
  suppressionReason?: string;
  isEnrolled: boolean;
  isInOtherCampaign: boolean;
  isCompanyEnrolled: boolean;
  /** Their sequence here had failed: what was written to them did not arrive. */
  hadFailed?: boolean;
}

export interface EnrollRules {
  allowedEmailStatuses: readonly EmailStatus[];
  onePerCompany: boolean;
  /** Contacts written to after this moment are left alone. */
  contactedBefore: Date;
}

const dayMs = 86_400_000;

/** Who was written to after this moment is not enrolled again. */
export function recentContactStart({ recentContactDays }: { recentContactDays: number }, now: Date): Date {
  return new Date(now.getTime() - recentContactDays * dayMs);
}

export function isStatusAllowed(status: EmailStatus, allowed: readonly EmailStatus[]): boolean {
  return allowed.includes(status) && !unsendableStatuses.includes(status);
}

/** The first reason against enrolling this contact, or null. */
export function enrollSkipReason(facts: EnrollFacts, rules: EnrollRules): EnrollSkipReason | null {
  const { contact, suppressionReason } = facts;
  if (!contact.email) return 'no_email';
  if (suppressionReason === 'hard_bounce') return 'bounced_before';
  if (suppressionReason !== undefined) return 'suppressed';
  if (contact.doNotContact || contact.stage === 'do_not_contact') return 'do_not_contact';
  if (!allowsWriting(contact.declaredBasis)) return 'no_basis';
  if (!isStatusAllowed(contact.emailStatus, rules.allowedEmailStatuses)) return 'email_not_allowed';
  if (facts.isEnrolled) return 'already_enrolled';
  if (facts.isInOtherCampaign) return 'in_other_campaign';
  if (rules.onePerCompany && facts.isCompanyEnrolled) return 'duplicate_company';
  if (facts.hadFailed || !contact.lastContactedAt) return null;
  if (contact.lastContactedAt >= rules.contactedBefore) return 'recently_contacted';
  return null;
}
