import { companyTest, personTest } from '../criteria-test.ts';
import { maskPerson } from '../found-prospects.ts';
import { foldedWords, tellingWords } from '../plain-words.ts';
import type {
  CompanyCriteria,
  PageWindow,
  PeopleCriteria,
  PersonHint,
  ProspectCompany,
  ProspectSource,
  RevealedPerson,
} from '../prospect-source.ts';

/** Rows of the workspace's data sets. Implemented by the store. */
export interface OwnPeople {
  readAll(workspaceId: string): Promise<RevealedPerson[]>;
  find(workspaceId: string, ids: string[]): Promise<RevealedPerson[]>;
  lookUp(workspaceId: string, hint: PersonHint): Promise<RevealedPerson | null>;
}

/** Minimum share of a description's words that must match. */
const shareMin = 0.5;

function wordsOfCompany(company: ProspectCompany | null): (string | null)[] {
  return company === null
    ? []
    : [company.name, company.industry, company.description, ...company.keywords, ...company.technologies];
}

function wordsOf(person: RevealedPerson): string[] {
  const { title, department, seniority, location, company } = person;
  const texts = [title, department, seniority, ...Object.values(location), ...wordsOfCompany(company)];
  return foldedWords(texts.filter((text) => text !== null).join(' '));
}

/** Most matching words first. Ties keep the order of the file. */
function ranked<Item>(items: Item[], description: string | undefined, words: (item: Item) => string[]): Item[] {
  const wanted = tellingWords(description ?? '');
  if (wanted.length === 0) return items;
  return items
    .map((item) => ({ item, share: countIn(wanted, words(item)) / wanted.length }))
    .filter(({ share }) => share >= shareMin)
    .toSorted((a, b) => b.share - a.share)
    .map(({ item }) => item);
}

function countIn(wanted: string[], words: string[]): number {
  const known = new Set(words);
  return wanted.filter((word) => known.has(word)).length;
}

function pageOf<Item>(items: Item[], { offset, limit }: PageWindow) {
  return items.slice(offset, offset + limit);
}

function companiesOf(people: RevealedPerson[]): ProspectCompany[] {
  const companies = people.flatMap(({ company }) => company ?? []);
  return [...new Map(companies.map((company) => [company.id, company])).values()];
}

function searchPeople(people: RevealedPerson[], criteria: PeopleCriteria): RevealedPerson[] {
  const testCompany = companyTest(criteria);
  const testPerson = personTest<RevealedPerson>(criteria, ({ title }) => title);
  const matching = people.filter((person) => testPerson(person) && testCompany(companyOf(person)));
  return ranked(matching, criteria.description, wordsOf);
}

// A row without a company still has a place, which is matched like a company's.
function companyOf({ company, location }: RevealedPerson): ProspectCompany {
  return { ...(company ?? noCompany), location };
}

const noCompany: ProspectCompany = {
  id: '',
  source: 'own',
  name: '',
  domain: null,
  websiteUrl: null,
  industry: null,
  employeeCount: null,
  employeeRange: null,
  revenueRange: null,
  foundedYear: null,
  type: null,
  location: { city: null, region: null, country: null },
  timeZone: null,
  technologies: [],
  keywords: [],
  description: null,
};

function searchCompanies(people: RevealedPerson[], criteria: CompanyCriteria): ProspectCompany[] {
  const matching = companiesOf(people).filter(companyTest(criteria));
  return ranked(matching, criteria.description, (company) =>
    foldedWords([...wordsOfCompany(company), ...Object.values(company.location)].filter(Boolean).join(' ')),
  );
}

/** Source for the data sets that the workspace imported. Revealing them is free, because they are its own data. */
export function createOwnSource(own: OwnPeople): ProspectSource {
  return {
    name: 'own',
    idPrefix: '_own_',
    isRemote: false,
    isFree: true,
    isInvented: false,
    async searchPeople(workspaceId, criteria, page) {
      const found = searchPeople(await own.readAll(workspaceId), criteria);
      return { items: pageOf(found, page).map(maskPerson), total: found.length, facets: {} };
    },
    async searchCompanies(workspaceId, criteria, page) {
      const found = searchCompanies(await own.readAll(workspaceId), criteria);
      return { items: pageOf(found, page), total: found.length, facets: {} };
    },
    peek: async (workspaceId, ids) => (await own.find(workspaceId, ids)).map(maskPerson),
    reveal: (workspaceId, ids) => own.find(workspaceId, ids),
    getCompanies: async (workspaceId, ids) =>
      companiesOf(await own.readAll(workspaceId)).filter(({ id }) => ids.includes(id)),
    lookUp: (workspaceId, hint) => own.lookUp(workspaceId, hint),
  };
}
