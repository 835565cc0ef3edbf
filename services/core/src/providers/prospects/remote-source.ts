import type {
  CompanyCriteria,
  PeopleCriteria,
  ProspectCompany,
  RevealedPerson,
} from '../../domain/prospects/prospect.ts';
import { type FoundProspects, maskPerson } from './found-prospects.ts';
import { type FetchBatch, readSearchPage } from './paged-search.ts';
import type { PersonHint, ProspectSource } from './prospect-source.ts';

export interface RemoteProvider {
  name: string;
  idPrefix: string;
  people(criteria: PeopleCriteria): FetchBatch<RevealedPerson>;
  companies(criteria: CompanyCriteria): FetchBatch<ProspectCompany>;
  lookUp(hint: PersonHint): Promise<RevealedPerson | null>;
}

/** Wraps an HTTP provider as a source. Each record is requested once, so that the operator pays for it only once. */
export function createRemoteSource(provider: RemoteProvider, found: FoundProspects): ProspectSource {
  const { name, idPrefix } = provider;
  const reveal = (workspaceId: string, ids: string[]) => found.findItems<RevealedPerson>(workspaceId, ids);
  return {
    name,
    idPrefix,
    isRemote: true,
    isFree: false,
    isInvented: false,
    async searchPeople(workspaceId, { excludeIds, ...criteria }, page) {
      const query = { workspaceId, source: name, kind: 'people' as const, criteria };
      const { items, total } = await readSearchPage(found, query, page, provider.people(criteria));
      const wanted = excludeIds ? items.filter(({ id }) => !excludeIds.has(id)) : items;
      return { items: wanted.map(maskPerson), total, facets: {} };
    },
    async searchCompanies(workspaceId, criteria, page) {
      const query = { workspaceId, source: name, kind: 'companies' as const, criteria };
      const { items, total } = await readSearchPage(found, query, page, provider.companies(criteria));
      return { items, total, facets: {} };
    },
    peek: async (workspaceId, ids) => (await reveal(workspaceId, ids)).map(maskPerson),
    reveal,
    getCompanies: (workspaceId, ids) => found.findItems<ProspectCompany>(workspaceId, ids),
    lookUp: (_workspaceId, hint) => provider.lookUp(hint),
  };
}
