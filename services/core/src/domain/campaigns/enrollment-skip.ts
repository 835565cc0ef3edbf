import type { ContactFacts, EmailStatus } from '../contacts/contact.ts';
import { allowsWriting } from '../contacts/declared-basis.ts';
import { unsendableStatuses } from '../contacts/email-status.ts';
import { type InventedRule, isInventedPerson, passesAsInvented } from '../contacts/invented-person.ts';

/** Reasons that a contact is not enrolled, in the order in which they are checked. */
export const enrollSkipReasons = [
  'not_found',
  'no_email',
  'bounced_before',
  'suppressed',
  'do_not_contact',
  'no_basis',
  'invented_person',
  'email_not_allowed',
  'already_enrolled',
  'in_other_campaign',
  'duplicate_company',
  'recently_contacted',
] as const;
export type EnrollSkipReason = (typeof enrollSkipReasons)[number];

/** Each reason in one sentence. */
export const enrollSkipTexts: Readonly<Record<EnrollSkipReason, string>> = {
  not_found: 'The contact was deleted.',
  no_email: 'The contact has no email address.',
  bounced_before: 'A message to this address bounced permanently.',
  suppressed: 'The address or its domain is on the suppression list.',
  do_not_contact: 'The contact is marked as do not contact.',
  no_basis: 'No legal basis is declared that allows writing to this person.',
  invented_person: 'The person is invented, or the address is at a reserved name. Real mailboxes never email it.',
  email_not_allowed: 'The address is not known to be valid. Verify it, or allow its status in the campaign.',
  already_enrolled: 'The contact is already enrolled.',
  in_other_campaign: 'The contact is in another campaign.',
  duplicate_company: 'Another person of the company is enrolled.',
  recently_contacted: 'The contact was emailed recently.',
};

/** Facts about a contact at enrollment. */
export interface EnrollFacts {
  contact: Pick<ContactFacts, 'email' | 'declaredBasis'> & {
    emailStatus: EmailStatus;
    isInvented?: boolean;
    doNotContact: boolean;
    stage: string;
    companyId?: string;
    lastContactedAt?: Date;
  };
  suppressionReason?: string;
  isEnrolled: boolean;
  isInOtherCampaign: boolean;
  isCompanyEnrolled: boolean;
  /** Their earlier enrollment in this campaign failed because the messages did not arrive. */
  hadFailed?: boolean;
  /** The campaign has already sent to this address, perhaps under another contact. */
  wasAddressContacted?: boolean | undefined;
  /** Time of the last campaign message to this address, under any contact. */
  addressContactedAt?: Date;
  /** The owner of the address opted out under another contact, which may be deleted. */
  hasRefused?: boolean;
}

export interface EnrollRules {
  allowedEmailStatuses: readonly EmailStatus[];
  onePerCompany: boolean;
  /** Contacts emailed after this time are skipped. */
  contactedBefore: Date;
  inventedRule: InventedRule;
}

const dayMs = 86_400_000;

/** Cutoff: contacts emailed after this time are not enrolled again. */
export function recentContactStart({ recentContactDays }: { recentContactDays: number }, now: Date): Date {
  return new Date(now.getTime() - recentContactDays * dayMs);
}

export function isStatusAllowed(status: EmailStatus, allowed: readonly EmailStatus[]): boolean {
  return allowed.includes(status) && !unsendableStatuses.includes(status);
}

function isAddressAllowed(
  contact: EnrollFacts['contact'],
  { allowedEmailStatuses, inventedRule }: Pick<EnrollRules, 'allowedEmailStatuses' | 'inventedRule'>,
): boolean {
  return passesAsInvented(contact, inventedRule) || isStatusAllowed(contact.emailStatus, allowedEmailStatuses);
}

/** Contacts who declined stay out of campaigns until someone sets another stage. */
function closesForGood(stage: string): boolean {
  return stage === 'do_not_contact' || stage === 'not_interested';
}

/** Returns the first reason against enrolling this contact, or null. */
export function enrollSkipReason(facts: EnrollFacts, rules: EnrollRules): EnrollSkipReason | null {
  const { contact, suppressionReason } = facts;
  if (!contact.email) return 'no_email';
  if (suppressionReason === 'hard_bounce') return 'bounced_before';
  if (suppressionReason !== undefined) return 'suppressed';
  if (contact.doNotContact || closesForGood(contact.stage) || facts.hasRefused) return 'do_not_contact';
  if (!allowsWriting(contact.declaredBasis)) return 'no_basis';
  if (rules.inventedRule === 'skip' && isInventedPerson(contact)) return 'invented_person';
  if (!isAddressAllowed(contact, rules)) return 'email_not_allowed';
  if (facts.isEnrolled || (facts.wasAddressContacted && !facts.hadFailed)) return 'already_enrolled';
  if (facts.isInOtherCampaign) return 'in_other_campaign';
  if (rules.onePerCompany && facts.isCompanyEnrolled) return 'duplicate_company';
  if (facts.hadFailed) return null;
  const isRecent = (at: Date | undefined) => at !== undefined && at >= rules.contactedBefore;
  return isRecent(contact.lastContactedAt) || isRecent(facts.addressContactedAt) ? 'recently_contacted' : null;
}
