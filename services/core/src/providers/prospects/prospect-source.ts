import type {
  CompanyCriteria,
  MaskedPerson,
  PageWindow,
  PeopleCriteria,
  ProspectCompany,
  RevealedPerson,
} from '../../domain/prospects/prospect.ts';
import type { Answered } from './meter.ts';
import type { PersonHint } from './person-hint.ts';

/** Answer of a source in this process, which costs nothing. */
export function freeAnswer(answer: RevealedPerson | null): Answered {
  return { answer, cost: 0, isUnconfirmed: false, isKnown: false };
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
  /** Searches that a remote source offers. Absent: both. */
  searches?: { people: boolean; companies: boolean };
  /** Facts about one person, to complete a contact. */
  lookUp(workspaceId: string, hint: PersonHint): Promise<Answered>;
  /** Most that a look-up can cost, in the provider's credits. Absent: nothing. */
  lookUpCost?: number;
}
