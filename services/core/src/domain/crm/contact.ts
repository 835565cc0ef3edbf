/** The values of a contact's closed fields, in the order in which they are shown. */
export const emailStatuses = [
  'unverified',
  'pending',
  'valid',
  'invalid',
  'catch_all',
  'risky',
  'unknown',
  'disposable',
  'role_based',
  'do_not_mail',
] as const;
export const emailStatusAliases: Record<string, EmailStatus> = { accept_all: 'catch_all', verified: 'valid' };
export const declaredBases = [
  'consent',
  'contract',
  'legal_obligation',
  'vital_interests',
  'public_task',
  'legitimate_interest',
  'not_applicable',
] as const;
export const declaredBasisAliases: Record<string, DeclaredBasis> = { legitimate_interests: 'legitimate_interest' };
export const stages = [
  'new',
  'contacted',
  'replied',
  'interested',
  'meeting_booked',
  'customer',
  'not_interested',
  'do_not_contact',
] as const;
export const seniorities = [
  'owner',
  'founder',
  'c_suite',
  'partner',
  'vp',
  'head',
  'director',
  'manager',
  'senior',
  'entry',
  'intern',
] as const;
export const contactSources = ['manual', 'api', 'mcp', 'import', 'search', 'enrichment'] as const;

export type EmailStatus = (typeof emailStatuses)[number];
export type DeclaredBasis = (typeof declaredBases)[number];
export type Stage = (typeof stages)[number];
export type Seniority = (typeof seniorities)[number];
export type ContactSource = (typeof contactSources)[number];

export interface Location {
  city?: string;
  region?: string;
  country?: string;
}

export type CustomFields = Record<string, string | number | boolean | null>;

/** What a caller may say of a contact. */
export interface ContactFacts {
  email?: string;
  emailStatus?: EmailStatus;
  firstName?: string;
  lastName?: string;
  title?: string;
  seniority?: Seniority;
  department?: string;
  linkedinUrl?: string;
  phones?: string[];
  companyName?: string;
  companyDomain?: string;
  location?: Location;
  timeZone?: string;
  language?: string;
  declaredBasis?: DeclaredBasis;
  basisNote?: string;
  externalId?: string;
  customFields?: CustomFields;
}

/** "Ada Lovelace", else the address, else "unnamed". */
export const contactLabel = (contact: {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}): string => {
  const name = [contact.firstName, contact.lastName].filter(Boolean).join(' ');
  return name || contact.email || 'unnamed contact';
};
