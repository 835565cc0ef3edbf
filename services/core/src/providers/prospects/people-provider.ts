import type {
  CompanyCriteria,
  PeopleCriteria,
  ProspectCompany,
  RevealedPerson,
} from '../../domain/prospects/prospect.ts';
import type { PeopleKind } from '../../domain/workspaces/providers/provider-kinds.ts';
import type { FoundPerson } from './found-prospects.ts';
import type { Billed, OpenRequest } from './meter.ts';
import type { FetchBatch } from './paged-search.ts';
import type { PersonHint } from './person-hint.ts';

/** Access with one API key. Costs are in the provider's own credits. */
export interface PeopleProvider {
  kind: PeopleKind;
  /** Prefix of its person and company IDs, after `prs` or `prc`. */
  idPrefix: string;
  /** Most that one call can cost. `page`: per call of a search for people, `companies`: of one for companies. */
  costs: { lookUp: number; page: number; companies: number };
  /** Absent: it cannot search for people. */
  people?(criteria: PeopleCriteria): FetchBatch<FoundPerson>;
  companies?(criteria: CompanyCriteria): FetchBatch<ProspectCompany>;
  /** Completes a found person whose address is hidden. Null: the provider has no address after all. */
  reveal?(person: FoundPerson): Promise<Billed<RevealedPerson | null>>;
  lookUp(hint: PersonHint, request: OpenRequest): Promise<Billed<RevealedPerson | null>>;
  /** Asks about the account, which is free. Returns the answer in one sentence. */
  test(): Promise<string>;
}
