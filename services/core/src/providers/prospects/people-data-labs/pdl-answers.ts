import { type EmployeeRange, employeeRanges } from '../../../domain/companies/employee-ranges.ts';
import type { Seniority } from '../../../domain/contacts/contact.ts';
import { normalizeDomain, normalizeEmail } from '../../../domain/contacts/email-address.ts';
import { countryCodeOf } from '../../../domain/contacts/places/country-code.ts';
import { seniorityOfTitle } from '../../../domain/contacts/title-seniority.ts';
import type { ProspectCompany, RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { properName } from '../../../domain/text/name-case.ts';

type Text = string | null | undefined;

/** A person record (v5), limited to the fields used. Plans without access to a field get true in its place. */
export interface PdlPerson {
  id: string;
  first_name: Text;
  last_name: Text;
  work_email: Text | boolean;
  job_title: Text;
  job_title_levels?: string[] | null;
  linkedin_url: Text | boolean;
  location_locality: Text | boolean;
  location_region: Text | boolean;
  location_country: Text | boolean;
  job_company_id: Text;
  job_company_name: Text;
  job_company_website: Text;
  job_company_industry: Text;
  job_company_size: Text;
}

export interface PdlCompany {
  id: string;
  name: Text;
  display_name?: Text;
  website: Text;
  industry: Text;
  size: Text;
  employee_count?: number | null;
  founded?: number | null;
  type?: Text;
  location?: { locality: Text; region: Text; country: Text } | null;
  tags?: string[] | null;
  summary?: Text;
}

const levels: Record<string, Seniority> = {
  owner: 'owner',
  cxo: 'c_suite',
  partner: 'partner',
  vp: 'vp',
  director: 'director',
  manager: 'manager',
  senior: 'senior',
  entry: 'entry',
  training: 'intern',
};

function text(value: Text | boolean): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
function named(value: Text | boolean): string | null {
  return text(value) === null ? null : properName(text(value)!);
}
function countryOf(value: Text | boolean): string | null {
  return text(value) ? (countryCodeOf(text(value)!) ?? null) : null;
}
function rangeOf(size: Text): EmployeeRange | null {
  return employeeRanges.find((range) => range === size) ?? null;
}
function domainOf(website: Text): string | null {
  return website ? (normalizeDomain(website) ?? null) : null;
}

export function toCompany(company: PdlCompany): ProspectCompany {
  return {
    id: `prc_pdl_${company.id}`,
    source: 'people_data_labs',
    name: text(company.display_name) ?? named(company.name) ?? company.website ?? company.id,
    domain: domainOf(company.website),
    websiteUrl: domainOf(company.website) && `https://${domainOf(company.website)}`,
    industry: text(company.industry),
    employeeCount: company.employee_count ?? null,
    employeeRange: rangeOf(company.size),
    revenueRange: null,
    foundedYear: company.founded ?? null,
    type: text(company.type),
    location: {
      city: named(company.location?.locality),
      region: named(company.location?.region),
      country: countryOf(company.location?.country),
    },
    timeZone: null,
    technologies: [],
    keywords: company.tags ?? [],
    description: text(company.summary),
  };
}

function employerOf(person: PdlPerson): ProspectCompany | null {
  return text(person.job_company_name) === null
    ? null
    : toCompany({
        id: person.job_company_id ?? 'unknown',
        name: person.job_company_name,
        website: person.job_company_website,
        industry: person.job_company_industry,
        size: person.job_company_size,
      });
}

/** Skips records without a name. The provider does not verify deliverability, so the email address is unverified. */
export function toPeople(person: PdlPerson): RevealedPerson[] {
  const [firstName, lastName] = [named(person.first_name), named(person.last_name)];
  if (firstName === null || lastName === null) return [];
  const email = normalizeEmail(text(person.work_email) ?? '') ?? null;
  const title = named(person.job_title);
  const level = person.job_title_levels?.map((word) => levels[word]).find((known) => known !== undefined);
  const linkedin = text(person.linkedin_url);
  return [
    {
      id: `prs_pdl_${person.id}`,
      source: 'people_data_labs',
      firstName,
      lastName,
      email,
      emailStatus: email === null ? null : 'unverified',
      title,
      seniority: level ?? (title === null ? null : seniorityOfTitle(title)),
      department: null,
      linkedinUrl: linkedin === null || linkedin.startsWith('http') ? linkedin : `https://${linkedin}`,
      phones: [],
      language: null,
      location: {
        city: named(person.location_locality),
        region: named(person.location_region),
        country: countryOf(person.location_country),
      },
      timeZone: null,
      company: employerOf(person),
    },
  ];
}
