import { employeeRangeOf } from '../../../domain/companies/employee-ranges.ts';
import type { EmailStatus } from '../../../domain/contacts/contact.ts';
import { normalizeDomain, normalizeEmail } from '../../../domain/contacts/email-address.ts';
import { countryCodeOf } from '../../../domain/contacts/places/country-code.ts';
import { seniorityOfTitle } from '../../../domain/contacts/title-seniority.ts';
import type { ProspectCompany, RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { companyWith, personWith, textOrNull } from '../blank-prospects.ts';
import type { FoundPerson } from '../found-prospects.ts';

type Text = string | null | undefined;
type Place = { city?: Text; state?: Text; country?: Text; country_code?: Text } | null;

/** Limited to the fields used. A search returns people without an address. */
export interface ProspeoPerson {
  person_id?: Text;
  first_name?: Text;
  last_name?: Text;
  linkedin_url?: Text;
  current_job_title?: Text;
  location?: Place;
  email?: { status?: Text; revealed?: boolean; email?: Text } | null;
}

export interface ProspeoCompany {
  company_id?: Text;
  name?: Text;
  website?: Text;
  domain?: Text;
  industry?: Text;
  employee_count?: number | null;
  founded?: number | null;
  description?: Text;
  keywords?: string[] | null;
  location?: Place;
}

/** `VERIFIED` was checked at the receiving server. Domains that accept any address are not. */
const statuses: Record<string, EmailStatus> = { VERIFIED: 'valid', CATCH_ALL: 'catch_all', INVALID: 'invalid' };

function placeOf(place: Place | undefined) {
  const country = textOrNull(place?.country_code) ?? textOrNull(place?.country) ?? '';
  return {
    city: textOrNull(place?.city),
    region: textOrNull(place?.state),
    country: countryCodeOf(country) ?? null,
  };
}

export function prospeoCompany(company: ProspeoCompany): ProspectCompany {
  const domain = normalizeDomain(textOrNull(company.domain) ?? textOrNull(company.website) ?? '') ?? null;
  const employeeCount = company.employee_count ?? null;
  return companyWith({
    id: `prc_pro_${company.company_id ?? domain ?? 'unknown'}`,
    source: 'prospeo',
    name: textOrNull(company.name) ?? domain ?? 'Unknown',
    domain,
    industry: textOrNull(company.industry),
    employeeCount,
    employeeRange: employeeCount === null ? null : employeeRangeOf(employeeCount),
    foundedYear: company.founded ?? null,
    location: placeOf(company.location),
    keywords: company.keywords ?? [],
    description: textOrNull(company.description),
  });
}

/** Null without an ID or a full name. */
export function prospeoPersonOf(
  person: ProspeoPerson,
  company: ProspeoCompany | null | undefined,
): RevealedPerson | null {
  const [firstName, lastName] = [textOrNull(person.first_name), textOrNull(person.last_name)];
  const id = textOrNull(person.person_id);
  if (firstName === null || lastName === null || id === null) return null;
  const email = person.email?.revealed === false ? null : (normalizeEmail(person.email?.email ?? '') ?? null);
  const title = textOrNull(person.current_job_title);
  return personWith({
    id: `prs_pro_${id}`,
    source: 'prospeo',
    firstName,
    lastName,
    email,
    emailStatus: email === null ? null : (statuses[person.email?.status ?? ''] ?? 'unverified'),
    title,
    seniority: title === null ? null : seniorityOfTitle(title),
    linkedinUrl: textOrNull(person.linkedin_url),
    location: placeOf(person.location),
    company: company?.name ? prospeoCompany(company) : null,
  });
}

export function prospeoFound(person: ProspeoPerson, company: ProspeoCompany | null | undefined): FoundPerson[] {
  const found = prospeoPersonOf({ ...person, email: null }, company);
  if (found === null) return [];
  return [person.email?.status === 'UNAVAILABLE' ? found : { ...found, isAddressHidden: true }];
}
