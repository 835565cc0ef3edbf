import type { EmployeeRange } from '../../domain/companies/employee-ranges.ts';
import type { EmailStatus, Seniority } from '../../domain/contacts/contact.ts';

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

/** What companies are looked for by. Values of one list are alternatives; the lists must all hold. */
export interface CompanyCriteria {
  /** Plain words; orders the results, and drops what has little to do with them. */
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
  /** People not wanted (again). */
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
}

/** A person as shown before being bought: enough to choose by, not enough to write to. */
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
  /** Null where the source knows no address. */
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

/** What a contact says of who it is: an address, or a name and a company. */
export interface PersonHint {
  email?: string;
  firstName?: string;
  lastName?: string;
  companyDomain?: string;
}

export interface Facet {
  value: string;
  count: number;
}

export interface SourcePage<Item> {
  items: Item[];
  total: number;
  /** By field, most frequent first. Empty for sources that cannot count. */
  facets: Record<string, Facet[]>;
}

export interface PageWindow {
  offset: number;
  limit: number;
}

/** A place where prospects are found. One per provider; each answers only for ids that begin with its prefix. */
export interface ProspectSource {
  name: string;
  /** Ids of people and companies from here begin with this. */
  idPrefix: string;
  /** A call outside this process: its answers take time, may fail and may cost the operator money. */
  isRemote: boolean;
  /** The data are the workspace's own: people delivered from here cost no credits. */
  isFree: boolean;
  searchPeople(workspaceId: string, criteria: PeopleCriteria, page: PageWindow): Promise<SourcePage<MaskedPerson>>;
  searchCompanies(
    workspaceId: string,
    criteria: CompanyCriteria,
    page: PageWindow,
  ): Promise<SourcePage<ProspectCompany>>;
  /** What is known without paying: for the preview of a reveal. Unknown ids are left out. */
  peek(workspaceId: string, ids: string[]): Promise<MaskedPerson[]>;
  /** Unknown ids are left out. */
  reveal(workspaceId: string, ids: string[]): Promise<RevealedPerson[]>;
  getCompanies(workspaceId: string, ids: string[]): Promise<ProspectCompany[]>;
  /** What is known of one person, to complete a contact with; null when nothing. */
  lookUp(workspaceId: string, hint: PersonHint): Promise<RevealedPerson | null>;
}
