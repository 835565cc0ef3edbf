import type { ProspectCompany } from '../../domain/prospects/prospect.ts';
import { type FoundPerson, type FoundProspects, maskPerson } from './found-prospects.ts';
import type { Meter } from './meter.ts';
import { readSearchPage } from './paged-search.ts';
import type { PeopleProvider } from './people-provider.ts';
import type { ProspectSource } from './prospect-source.ts';

/** Hidden people revealed at the same time. */
const revealsAtOnce = 5;

/** Asks for the hidden address of a found person, and keeps the answer. */
async function revealOne(
  person: FoundPerson,
  { provider, found, meter, workspaceId }: Access & { workspaceId: string },
): Promise<FoundPerson> {
  if (!person.isAddressHidden || provider.reveal === undefined) return person;
  const question = { personId: person.id };
  const { answer } = await meter.ask(question, provider.costs.lookUp, () => provider.reveal!(person));
  const { isAddressHidden: _hidden, ...known } = person;
  // The search can know more about the company than the answer.
  const revealed = answer === null ? known : { ...answer, id: person.id, company: answer.company ?? person.company };
  await found.saveItems(workspaceId, [revealed]);
  return revealed;
}

interface Access {
  provider: PeopleProvider;
  found: FoundProspects;
  meter: Meter;
}

/** Wraps an HTTP provider as a source. Each record is requested once, so that it is billed once. */
export function createRemoteSource(provider: PeopleProvider, found: FoundProspects, meter: Meter): ProspectSource {
  const { kind, idPrefix, costs } = provider;
  const saved = (workspaceId: string, ids: string[]) => found.findItems<FoundPerson>(workspaceId, ids);
  return {
    name: kind,
    idPrefix,
    isRemote: true,
    isFree: false,
    isInvented: false,
    searches: { people: provider.people !== undefined, companies: provider.companies !== undefined },
    async searchPeople(workspaceId, { excludeIds, ...criteria }, page) {
      const query = { workspaceId, source: kind, kind: 'people' as const, criteria };
      const fetch = provider.people!(criteria);
      const { items, total } = await readSearchPage(found, query, page, (token, size) =>
        meter.search(Math.min(costs.page, size), () => fetch(token, size)),
      );
      const wanted = excludeIds ? items.filter(({ id }) => !excludeIds.has(id)) : items;
      return { items: wanted.map(maskPerson), total, facets: {} };
    },
    async searchCompanies(workspaceId, criteria, page) {
      const query = { workspaceId, source: kind, kind: 'companies' as const, criteria };
      const fetch = provider.companies!(criteria);
      const { items, total } = await readSearchPage(found, query, page, (token, size) =>
        meter.search(Math.min(costs.companies, size), () => fetch(token, size)),
      );
      return { items, total, facets: {} };
    },
    peek: async (workspaceId, ids) => (await saved(workspaceId, ids)).map(maskPerson),
    async reveal(workspaceId, ids) {
      const [people, revealed] = [await saved(workspaceId, ids), [] as FoundPerson[]];
      for (let start = 0; start < people.length; start += revealsAtOnce) {
        const part = people.slice(start, start + revealsAtOnce);
        const access = { provider, found, meter, workspaceId };
        revealed.push(...(await Promise.all(part.map((person) => revealOne(person, access)))));
      }
      return revealed;
    },
    getCompanies: (workspaceId, ids) => found.findItems<ProspectCompany>(workspaceId, ids),
    lookUp: (_workspaceId, hint) => meter.ask(hint, costs.lookUp, (request) => provider.lookUp(hint, request)),
    lookUpCost: costs.lookUp,
  };
}
