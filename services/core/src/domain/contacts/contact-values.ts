/** Allowed values of a contact's enumerated fields, in display order. */
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
export const declaredBases = [
  'consent',
  'contract',
  'legal_obligation',
  'vital_interests',
  'public_task',
  'legitimate_interest',
  'not_applicable',
] as const;
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
export type Stage = (typeof stages)[number];

/** Stages that people set when a sequence has served its purpose. They end it. */
export const closingStages: readonly Stage[] = ['meeting_booked', 'customer', 'not_interested', 'do_not_contact'];

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
export type Seniority = (typeof seniorities)[number];
export type ContactSource = (typeof contactSources)[number];
