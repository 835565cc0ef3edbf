import type { EmployeeRange } from '../companies/employee-ranges.ts';
import type { EmailStatus, Seniority } from '../contacts/contact.ts';
import type { Register } from './registers/register.ts';

export const departments = [
  'executive',
  'engineering',
  'product',
  'design',
  'data',
  'it',
  'security',
  'operations',
  'sales',
  'marketing',
  'customer_success',
  'finance',
  'human_resources',
  'legal',
  'procurement',
  'supply_chain',
  'research',
] as const;
export type Department = (typeof departments)[number];

export const revenueRanges = ['0-1M', '1M-10M', '10M-50M', '50M-100M', '100M-500M', '500M-1B', '1B+'] as const;
export type RevenueRange = (typeof revenueRanges)[number];

/** Search criteria for companies. Values in one list are alternatives; all lists must match. */
export interface CompanyCriteria {
  /** Plain words that rank the results. Results with little in common are dropped. */
  description?: string;
  companyNames?: string[];
  companyDomains?: string[];
  industries?: string[];
  employeeRanges?: EmployeeRange[];
  revenueRanges?: RevenueRange[];
  /** ISO 3166-1 alpha-2 codes. */
  countries?: string[];
  regions?: string[];
  cities?: string[];
  technologies?: string[];
  keywords?: string[];
  foundedFrom?: number;
  foundedTo?: number;
  excludeDomains?: string[];
}

export interface PeopleCriteria extends CompanyCriteria {
  titles?: string[];
  seniorities?: Seniority[];
  departments?: Department[];
  emailStatuses?: EmailStatus[];
  hasEmail?: boolean;
  /** People to exclude, such as those already shown. */
  excludeIds?: ReadonlySet<string>;
}

export interface ProspectLocation {
  city: string | null;
  region: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

export interface ProspectCompany {
  id: string;
  source: string;
  name: string;
  domain: string | null;
  websiteUrl: string | null;
  industry: string | null;
  employeeCount: number | null;
  employeeRange: EmployeeRange | null;
  revenueRange: RevenueRange | null;
  foundedYear: number | null;
  type: string | null;
  location: ProspectLocation;
  timeZone: string | null;
  technologies: string[];
  keywords: string[];
  description: string | null;
  /** Open register that all these facts come from. */
  register?: CompanyRegister;
}

/** `importedAt`: time of the import. */
export type CompanyRegister = Pick<Register, 'title' | 'license' | 'url'> & { importedAt: Date };

/** A person before the reveal: enough to choose, but not enough to contact them. */
export interface MaskedPerson {
  id: string;
  source: string;
  firstName: string;
  lastNameInitial: string;
  title: string | null;
  seniority: Seniority | null;
  department: Department | null;
  companyId: string | null;
  companyName: string | null;
  companyDomain: string | null;
  industry: string | null;
  employeeRange: EmployeeRange | null;
  location: ProspectLocation;
  /** Null if the source has no email address. */
  emailStatus: EmailStatus | null;
}

export interface RevealedPerson {
  id: string;
  source: string;
  firstName: string;
  lastName: string;
  email: string | null;
  emailStatus: EmailStatus | null;
  title: string | null;
  seniority: Seniority | null;
  department: Department | null;
  linkedinUrl: string | null;
  phones: string[];
  language: string | null;
  location: ProspectLocation;
  timeZone: string | null;
  company: ProspectCompany | null;
}

/** Part of the results: after `offset`, at most `limit`. */
export interface PageWindow {
  offset: number;
  limit: number;
}
