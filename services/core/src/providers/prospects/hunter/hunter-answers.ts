import { createHash } from 'node:crypto';
import { type EmployeeRange, employeeRanges } from '../../../domain/companies/employee-ranges.ts';
import type { EmailStatus } from '../../../domain/contacts/contact.ts';
import { normalizeEmail } from '../../../domain/contacts/email-address.ts';
import { countryCodeOf } from '../../../domain/contacts/places/country-code.ts';
import { seniorityOfTitle } from '../../../domain/contacts/title-seniority.ts';
import type { ProspectCompany, RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { departmentOf } from './hunter-words.ts';

interface HunterEmail {
  value: string;
  first_name: string | null;
  last_name: string | null;
  position: string | null;
  department: string | null;
  linkedin: string | null;
  phone_number: string | null;
  verification?: { status: string | null } | null;
}

/** The `data` of a Domain Search response, limited to the fields used. */
export interface HunterDomain {
  domain: string;
  organization: string | null;
  description?: string | null;
  industry?: string | null;
  headcount?: string | null;
  technologies?: string[] | null;
  keywords?: string[] | null;
  country?: string | null;
  state?: string | null;
  city?: string | null;
  emails: HunterEmail[];
}

/** One item of a Discover response. */
export interface HunterCompany {
  domain: string;
  organization: string | null;
}

const statuses: Record<string, EmailStatus> = { valid: 'valid', accept_all: 'catch_all', invalid: 'invalid' };

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function rangeOf(headcount: string | null | undefined): EmployeeRange | null {
  return employeeRanges.find((range) => range === headcount) ?? null;
}

export function toCompany(company: HunterCompany & Partial<HunterDomain>): ProspectCompany {
  return {
    id: `prc_hun_${shortHash(company.domain)}`,
    source: 'hunter',
    name: company.organization ?? company.domain,
    domain: company.domain,
    websiteUrl: `https://${company.domain}`,
    industry: company.industry ?? null,
    employeeCount: null,
    employeeRange: rangeOf(company.headcount),
    revenueRange: null,
    foundedYear: null,
    type: null,
    location: {
      city: company.city ?? null,
      region: company.state ?? null,
      country: company.country ? (countryCodeOf(company.country) ?? null) : null,
    },
    timeZone: null,
    technologies: company.technologies ?? [],
    keywords: company.keywords ?? [],
    description: company.description ?? null,
  };
}

function toPerson(email: HunterEmail, company: ProspectCompany): RevealedPerson[] {
  const address = normalizeEmail(email.value);
  if (address === undefined || !email.first_name || !email.last_name) return [];
  const status = email.verification?.status;
  return [
    {
      id: `prs_hun_${shortHash(address)}`,
      source: 'hunter',
      firstName: email.first_name,
      lastName: email.last_name,
      email: address,
      emailStatus: status ? (statuses[status] ?? 'unknown') : 'unverified',
      title: email.position,
      seniority: email.position === null ? null : seniorityOfTitle(email.position),
      department: departmentOf(email.department),
      linkedinUrl: email.linkedin,
      phones: email.phone_number ? [email.phone_number] : [],
      language: null,
      location: company.location,
      timeZone: null,
      company,
    },
  ];
}

/** The `data` of an Email Finder response. The email address is null if none was found. */
export interface FoundEmail {
  first_name: string;
  last_name: string;
  email: string | null;
  domain: string;
  position: string | null;
  company: string | null;
  linkedin_url?: string | null;
  phone_number?: string | null;
  verification?: { status: string | null } | null;
}

export function toFoundPerson(found: FoundEmail): RevealedPerson | null {
  if (found.email === null) return null;
  const company = toCompany({ domain: found.domain, organization: found.company });
  const { linkedin_url: linkedin = null, phone_number = null, ...rest } = found;
  const email = { ...rest, value: found.email, department: null, linkedin, phone_number };
  return toPerson(email, company)[0] ?? null;
}

/** People with a name. Hunter itself filters by title, and knows that CTO is Chief Technology Officer. */
export function toPeople(data: HunterDomain): RevealedPerson[] {
  const company = toCompany(data);
  return data.emails.flatMap((email) => toPerson(email, company));
}
