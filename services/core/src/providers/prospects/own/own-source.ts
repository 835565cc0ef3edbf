import type {
  CompanyCriteria,
  PageWindow,
  PeopleCriteria,
  ProspectCompany,
  RevealedPerson,
} from '../../../domain/prospects/prospect.ts';
import { findRows, type ReadChunk, type RowPlace, termsOf } from '../../../domain/prospects/rows/find-rows.ts';
import { companyQuery, peopleQuery, type RowQuery, rankTerms } from '../../../domain/prospects/rows/row-terms.ts';
import { tellingWords } from '../../../domain/prospects/telling-words.ts';
import { maskPerson } from '../found-prospects.ts';
import type { PersonHint } from '../person-hint.ts';
import { freeAnswer, type ProspectSource } from '../prospect-source.ts';

export type RowKind = 'person' | 'company';

/** Rows of the workspace's data sets. Implemented by the store. */
export interface OwnRows {
  /** Chunks of all data sets, with the rows of these terms. No chunk has the rows of `without`. */
  readChunks(workspaceId: string, kind: RowKind, terms: string[], without?: ReadonlySet<string>): Promise<ReadChunk[]>;
  peopleAt(workspaceId: string, places: RowPlace[]): Promise<RevealedPerson[]>;
  companiesAt(workspaceId: string, places: RowPlace[]): Promise<ProspectCompany[]>;
  findPeople(workspaceId: string, ids: string[]): Promise<RevealedPerson[]>;
  findCompanies(workspaceId: string, ids: string[]): Promise<ProspectCompany[]>;
  lookUp(workspaceId: string, hint: PersonHint): Promise<RevealedPerson | null>;
}

/** Source for the data sets that the workspace imported. Revealing them is free, because they are its own data. */
export function createOwnSource(own: OwnRows): ProspectSource {
  async function find(
    { workspaceId, kind, query }: { workspaceId: string; kind: RowKind; query: RowQuery },
    { description = '', excludeIds }: CompanyCriteria & Pick<PeopleCriteria, 'excludeIds'>,
    page: PageWindow,
  ) {
    const ranking = rankTerms(tellingWords(description));
    const terms = [...new Set([...termsOf(query), ...ranking])];
    const chunks = await own.readChunks(workspaceId, kind, terms, excludeIds);
    return findRows(chunks, query, ranking, page);
  }
  return {
    name: 'own',
    idPrefix: '_own_',
    isRemote: false,
    isFree: true,
    isInvented: false,
    async searchPeople(workspaceId, criteria, page) {
      const query = peopleQuery(criteria);
      const { places, total } = await find({ workspaceId, kind: 'person', query }, criteria, page);
      return { items: (await own.peopleAt(workspaceId, places)).map(maskPerson), total, facets: {} };
    },
    async searchCompanies(workspaceId, criteria, page) {
      const query = companyQuery(criteria);
      const { places, total } = await find({ workspaceId, kind: 'company', query }, criteria, page);
      return { items: await own.companiesAt(workspaceId, places), total, facets: {} };
    },
    peek: async (workspaceId, ids) => (await own.findPeople(workspaceId, ids)).map(maskPerson),
    reveal: (workspaceId, ids) => own.findPeople(workspaceId, ids),
    getCompanies: (workspaceId, ids) => own.findCompanies(workspaceId, ids),
    lookUp: async (workspaceId, hint) => freeAnswer(await own.lookUp(workspaceId, hint)),
  };
}
