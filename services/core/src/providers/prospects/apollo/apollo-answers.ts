import { employeeRangeOf } from '../../../domain/companies/employee-ranges.ts';
import { type EmailStatus, type Seniority, seniorities } from '../../../domain/contacts/contact.ts';
import { normalizeDomain, normalizeEmail } from '../../../domain/contacts/email-address.ts';
import { countryCodeOf } from '../../../domain/contacts/places/country-code.ts';
import { seniorityOfTitle } from '../../../domain/contacts/title-seniority.ts';
import type { ProspectCompany, RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { companyWith, personWith, textOrNull } from '../blank-prospects.ts';
import type { FoundPerson } from '../found-prospects.ts';

type Text = string | null | undefined;

/** Limited to the fields used. People Search hides the last name, and returns no email address. */
export interface ApolloPerson {
  id: string;
  first_name?: Text;
  last_name?: Text;
  last_name_obfuscated?: Text;
  title?: Text;
  seniority?: Text;
  linkedin_url?: Text;
  email?: Text;
  email_status?: Text;
  has_email?: boolean;
  city?: Text;
  state?: Text;
  country?: Text;
  time_zone?: Text;
  organization?: ApolloCompany | null;
}

export interface ApolloCompany {
  id?: Text;
  name?: Text;
  primary_domain?: Text;
  website_url?: Text;
  industry?: Text;
  estimated_num_employees?: number | null;
  founded_year?: number | null;
  city?: Text;
  state?: Text;
  country?: Text;
  keywords?: string[] | null;
  technology_names?: string[] | null;
  short_description?: Text;
}

/** `verified` was checked at the receiving server. Other values are guesses. */
const statuses: Record<string, EmailStatus> = { verified: 'valid', 'catch-all': 'catch_all', catch_all: 'catch_all' };

function placeOf({ city, state, country }: Pick<ApolloPerson, 'city' | 'state' | 'country'>) {
  return {
    city: textOrNull(city),
    region: textOrNull(state),
    country: countryCodeOf(textOrNull(country) ?? '') ?? null,
  };
}

export function apolloCompany(company: ApolloCompany): ProspectCompany {
  const domain = normalizeDomain(textOrNull(company.primary_domain) ?? textOrNull(company.website_url) ?? '') ?? null;
  const employeeCount = company.estimated_num_employees ?? null;
  return companyWith({
    id: `prc_apo_${company.id ?? domain ?? 'unknown'}`,
    source: 'apollo',
    name: textOrNull(company.name) ?? domain ?? 'Unknown',
    domain,
    industry: textOrNull(company.industry),
    employeeCount,
    employeeRange: employeeCount === null ? null : employeeRangeOf(employeeCount),
    foundedYear: company.founded_year ?? null,
    location: placeOf(company),
    keywords: company.keywords ?? [],
    technologies: company.technology_names ?? [],
    description: textOrNull(company.short_description),
  });
}

function seniorityOf({ seniority, title }: ApolloPerson): Seniority | null {
  const known = seniorities.find((one) => one === seniority);
  return known ?? (title ? seniorityOfTitle(title) : null);
}

function factsOf(person: ApolloPerson) {
  return {
    id: `prs_apo_${person.id}`,
    source: 'apollo',
    title: textOrNull(person.title),
    seniority: seniorityOf(person),
    linkedinUrl: textOrNull(person.linkedin_url),
    location: placeOf(person),
    timeZone: textOrNull(person.time_zone),
    company: person.organization?.name ? apolloCompany(person.organization) : null,
  };
}

/** Person of a search. Empty without a first name. */
export function apolloFound(person: ApolloPerson): FoundPerson[] {
  const firstName = textOrNull(person.first_name);
  const lastName = textOrNull(person.last_name) ?? textOrNull(person.last_name_obfuscated);
  if (firstName === null || lastName === null) return [];
  const found = personWith({ ...factsOf(person), firstName, lastName });
  return [person.has_email === false ? found : { ...found, isAddressHidden: true }];
}

/** Person of People Enrichment. Null without a full name. */
export function apolloPersonOf(person: ApolloPerson): RevealedPerson | null {
  const [firstName, lastName] = [textOrNull(person.first_name), textOrNull(person.last_name)];
  if (firstName === null || lastName === null) return null;
  // Accounts without access to the address get a placeholder.
  const isLocked = person.email?.startsWith('email_not_unlocked@');
  const email = isLocked ? null : (normalizeEmail(textOrNull(person.email) ?? '') ?? null);
  const emailStatus = email === null ? null : (statuses[person.email_status ?? ''] ?? 'unverified');
  return personWith({ ...factsOf(person), firstName, lastName, email, emailStatus });
}
