import type {
  CompanyCriteria,
  MaskedPerson,
  PageWindow,
  PeopleCriteria,
  ProspectCompany,
  RevealedPerson,
} from '../../domain/prospects/prospect.ts';

/** Facts that identify a contact: an email address, or a name and a company. */
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
  /** Facets by field, most frequent first. Empty for sources that cannot count. */
  facets: Record<string, Facet[]>;
}

/** A source of prospects, one per provider. It handles only IDs that start with its prefix. */
export interface ProspectSource {
  name: string;
  /** Prefix of the source's person and company IDs. */
  idPrefix: string;
  /** True if calls leave this process: they take time, can fail, and may cost the operator money. */
  isRemote: boolean;
  /** True for the workspace's own data. Revealing people from it costs no credits. */
  isFree: boolean;
  /** True if its people and companies do not exist. */
  isInvented: boolean;
  /** False if the workspace does not see this source. Absent: every workspace sees it. */
  isOpenTo?(workspaceId: string): Promise<boolean>;
  searchPeople(workspaceId: string, criteria: PeopleCriteria, page: PageWindow): Promise<SourcePage<MaskedPerson>>;
  searchCompanies(
    workspaceId: string,
    criteria: CompanyCriteria,
    page: PageWindow,
  ): Promise<SourcePage<ProspectCompany>>;
  /** Free facts for the preview of a reveal. Omits unknown IDs. */
  peek(workspaceId: string, ids: string[]): Promise<MaskedPerson[]>;
  /** Omits unknown IDs. */
  reveal(workspaceId: string, ids: string[]): Promise<RevealedPerson[]>;
  getCompanies(workspaceId: string, ids: string[]): Promise<ProspectCompany[]>;
  /** Facts about one person, to complete a contact. Null if the source knows none. */
  lookUp(workspaceId: string, hint: PersonHint): Promise<RevealedPerson | null>;
}
