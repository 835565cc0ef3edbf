import type { ProspectCompany, RevealedPerson } from '../../domain/prospects/prospect.ts';

type Required<T, K extends keyof T> = Pick<T, K> & Partial<T>;

const nowhere = { city: null, region: null, country: null };

/** A company of which only the given facts are known. */
export function companyWith(facts: Required<ProspectCompany, 'id' | 'source' | 'name'>): ProspectCompany {
  const { domain = null } = facts;
  return {
    domain,
    websiteUrl: domain && `https://${domain}`,
    industry: null,
    employeeCount: null,
    employeeRange: null,
    revenueRange: null,
    foundedYear: null,
    type: null,
    location: nowhere,
    timeZone: null,
    technologies: [],
    keywords: [],
    description: null,
    ...facts,
  };
}

/** A person of whom only the given facts are known. */
export function personWith(
  facts: Required<RevealedPerson, 'id' | 'source' | 'firstName' | 'lastName'>,
): RevealedPerson {
  return {
    email: null,
    emailStatus: null,
    title: null,
    seniority: null,
    department: null,
    linkedinUrl: null,
    phones: [],
    language: null,
    location: nowhere,
    timeZone: null,
    company: null,
    ...facts,
  };
}

/** Text of a provider, or null if it is missing, empty, or not a text. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
