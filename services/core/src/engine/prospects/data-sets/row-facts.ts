import { createHash } from 'node:crypto';
import { cutText } from '@outbound/node-service/text/cut-text';
import { employeeRanges } from '../../../domain/companies/employee-ranges.ts';
import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import { domainOf } from '../../../domain/contacts/email-address.ts';
import { countryCodeOf } from '../../../domain/contacts/places/country-code.ts';
import { seniorityOfTitle } from '../../../domain/contacts/title-seniority.ts';
import { departments, type ProspectCompany, type RevealedPerson } from '../../../domain/prospects/prospect.ts';
import type { RegisterCompany } from '../../../domain/prospects/registers/register.ts';

/** Company columns that a contact has no field for, by lowercase names without spaces. */
const companyColumns = {
  industry: ['industry', 'branche', 'sector'],
  employees: ['employees', 'employeecount', 'headcount', 'companysize', 'size', 'mitarbeiter'],
  technologies: ['technologies', 'techstack', 'tools'],
  keywords: ['keywords', 'companykeywords'],
  description: ['description', 'companydescription', 'about'],
} as const;

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

function readCell(row: Record<string, unknown>, column: keyof typeof companyColumns): string | null {
  const names: readonly string[] = companyColumns[column];
  const found = Object.entries(row).find(([name]) => names.includes(plain(name)));
  const text = found === undefined ? '' : String(found[1] ?? '').trim();
  return text === '' ? null : cutText(text, 2000);
}

function listOf(text: string | null): string[] {
  return (text ?? '')
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .slice(0, 50);
}

function rangeOf(employees: string | null) {
  const known = employeeRanges.find((range) => range === employees?.replaceAll(/\s|employees/g, '').replace('–', '-'));
  const count = Number(employees?.replaceAll(/[.,\s]/g, ''));
  if (known !== undefined || !Number.isInteger(count) || count < 1) return known ?? null;
  return employeeRanges.find((range) => count <= Number(range.split('-')[1] ?? Number.POSITIVE_INFINITY)) ?? '10001+';
}

function digest(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22);
}

type RowFacts = Pick<ContactFacts, 'email' | 'companyDomain' | 'companyName' | 'location' | 'timeZone'>;

function locationOf({ location }: RowFacts) {
  return {
    city: location?.city ?? null,
    region: location?.region ?? null,
    country: location?.country ? (countryCodeOf(location.country) ?? location.country) : null,
  };
}

/** Company of a row. Its ID is a digest of its domain or name, so that it is the same in every row and import. */
export function toOwnCompany(facts: RowFacts, row: Record<string, unknown>): ProspectCompany | null {
  const domain = facts.companyDomain ?? (facts.email === undefined ? null : domainOf(facts.email));
  const name = facts.companyName ?? domain;
  if (name === null) return null;
  const employees = readCell(row, 'employees');
  const count = Number(employees);
  return {
    ...emptyCompany,
    id: `prc_own_${digest(domain ?? name)}`,
    name,
    domain,
    websiteUrl: domain && `https://${domain}`,
    industry: readCell(row, 'industry'),
    employeeCount: Number.isInteger(count) && count > 0 ? count : null,
    employeeRange: rangeOf(employees),
    location: locationOf(facts),
    timeZone: facts.timeZone ?? null,
    technologies: listOf(readCell(row, 'technologies')),
    keywords: listOf(readCell(row, 'keywords')),
    description: readCell(row, 'description'),
  };
}

/** Company of a register. Its ID is a digest of its number there. */
export function toRegisteredCompany(dataSetId: string, { externalId, ...facts }: RegisterCompany): ProspectCompany {
  return { ...emptyCompany, id: `prc_own_${digest(dataSetId, externalId)}`, ...facts };
}

const emptyCompany = {
  source: 'own',
  employeeCount: null,
  employeeRange: null,
  revenueRange: null,
  foundedYear: null,
  type: null,
  timeZone: null,
  technologies: [],
  description: null,
};

/**
 * Validated row as a person of the source `own`. The ID is a digest of the external ID, or else of the identifying
 * facts, so that it is stable.
 */
export function toOwnPerson(dataSetId: string, facts: ContactFacts, row: Record<string, unknown>): RevealedPerson {
  const { email = '', firstName = '', lastName = '', companyDomain = '', externalId } = facts;
  const identity = externalId === undefined ? [email, firstName, lastName, companyDomain] : [externalId];
  return {
    id: `prs_own_${digest(dataSetId, ...identity)}`,
    source: 'own',
    firstName,
    lastName,
    email: facts.email ?? null,
    emailStatus: facts.email === undefined ? null : (facts.emailStatus ?? 'unverified'),
    title: facts.title ?? null,
    seniority: facts.seniority ?? (facts.title === undefined ? null : seniorityOfTitle(facts.title)),
    department: departments.find((known) => known === facts.department?.toLowerCase().replaceAll(' ', '_')) ?? null,
    linkedinUrl: facts.linkedinUrl ?? null,
    phones: facts.phones ?? [],
    language: facts.language ?? null,
    location: locationOf(facts),
    timeZone: facts.timeZone ?? null,
    company: toOwnCompany(facts, row),
  };
}
