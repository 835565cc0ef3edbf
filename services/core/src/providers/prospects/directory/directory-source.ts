import { companyTest, personTest } from '../criteria-test.ts';
import { tellingWords } from '../plain-words.ts';
import type {
  CompanyCriteria,
  MaskedPerson,
  PageWindow,
  PeopleCriteria,
  PersonHint,
  ProspectCompany,
  ProspectSource,
  RevealedPerson,
  SourcePage,
} from '../prospect-source.ts';
import { openDirectory } from './directory.ts';
import { companyFacets, peopleFacets } from './facets.ts';
import type { DirectoryCompany } from './make-company.ts';
import type { DirectoryPerson } from './make-people.ts';
import { placesNamedIn } from './places-named.ts';
import { Relevance } from './relevance.ts';

const showCompany = (made: DirectoryCompany): ProspectCompany => {
  const { index: _index, country: _country, city: _city, listedPeople: _people, ...shown } = made;
  return shown;
};

const mask = (person: DirectoryPerson): MaskedPerson => ({
  id: person.id,
  source: person.source,
  firstName: person.firstName,
  lastNameInitial: `${person.lastName[0]!.toUpperCase()}.`,
  title: person.title.title,
  seniority: person.seniority,
  department: person.department,
  companyId: person.company.id,
  companyName: person.company.name,
  companyDomain: person.company.domain,
  industry: person.company.industry,
  employeeRange: person.company.employeeRange,
  location: person.location,
  emailStatus: person.emailStatus,
});

const unmask = (person: DirectoryPerson): RevealedPerson => ({
  ...person,
  title: person.title.title,
  company: showCompany(person.company),
});

/** Best first; equals stay in the directory's order, so that pages do not shift. */
const ranked = <T>(items: T[], rank: (item: T) => number): T[] =>
  items
    .map((item) => ({ item, score: rank(item) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);

const take = <T>(items: T[], { offset, limit }: PageWindow): T[] => items.slice(offset, offset + limit);

const found = <T>(ids: string[], from: Map<string, T>): T[] => ids.flatMap((id) => from.get(id) ?? []);

const lookUp = ({ email, firstName, lastName, companyDomain }: PersonHint): DirectoryPerson | undefined => {
  const { people, personByEmail, companyByDomain } = openDirectory();
  if (email !== undefined) return personByEmail.get(email);
  const company = companyByDomain.get(companyDomain ?? '');
  const sameName = (person: DirectoryPerson) => person.firstName === firstName && person.lastName === lastName;
  return people.find((person) => person.company === company && sameName(person));
};

let relevance: Relevance | undefined;

const relevanceOf = (companies: DirectoryCompany[]): Relevance => {
  relevance ??= new Relevance(companies);
  return relevance;
};

/** A place named in the description is meant, as long as something is there. */
const inNamedPlaces = <T>(items: T[], description: string, companyOf: (item: T) => DirectoryCompany) => {
  const places = placesNamedIn(description);
  const words = tellingWords(description);
  const local = places ? items.filter((item) => places.isIn(companyOf(item))) : [];
  if (places === undefined || local.length === 0) return { items, words };
  return { items: local, words: words.filter((word) => !places.words.has(word)) };
};

const orderPeople = (people: DirectoryPerson[], description: string | undefined): DirectoryPerson[] => {
  if (description === undefined) return people;
  const { items, words } = inNamedPlaces(people, description, (person) => person.company);
  const rank = relevanceOf(openDirectory().companies).ofPeople(words);
  return ranked(items, (person) => rank(person.company, person.title));
};

const orderCompanies = (companies: DirectoryCompany[], description: string | undefined): DirectoryCompany[] => {
  if (description === undefined) return companies;
  const { items, words } = inNamedPlaces(companies, description, (company) => company);
  return ranked(items, relevanceOf(openDirectory().companies).ofCompanies(words));
};

const searchPeople = (criteria: PeopleCriteria, page: PageWindow): SourcePage<MaskedPerson> => {
  const { companies, people } = openDirectory();
  const fitting = new Set(companies.filter(companyTest(criteria)));
  const testPerson = personTest<DirectoryPerson>(criteria, ({ title }) => `${title.title} ${title.also}`);
  const matching = people.filter((person) => fitting.has(person.company) && testPerson(person));
  const ordered = orderPeople(matching, criteria.description);
  return { items: take(ordered, page).map(mask), total: ordered.length, facets: peopleFacets(ordered) };
};

const searchCompanies = (criteria: CompanyCriteria, page: PageWindow): SourcePage<ProspectCompany> => {
  const matching = openDirectory().companies.filter(companyTest(criteria));
  const ordered = orderCompanies(matching, criteria.description);
  return { items: take(ordered, page).map(showCompany), total: ordered.length, facets: companyFacets(ordered) };
};

/** The built-in source: invented people and companies, so that everything can be tried without a provider. */
export const directorySource: ProspectSource = {
  name: 'directory',
  idPrefix: '_dir_',
  isRemote: false,
  creditsPerPerson: 1,
  searchPeople: async (_workspaceId, criteria, page) => searchPeople(criteria, page),
  searchCompanies: async (_workspaceId, criteria, page) => searchCompanies(criteria, page),
  peek: async (_workspaceId, ids) => found(ids, openDirectory().personById).map(mask),
  reveal: async (_workspaceId, ids) => found(ids, openDirectory().personById).map(unmask),
  getCompanies: async (_workspaceId, ids) => found(ids, openDirectory().companyById).map(showCompany),
  lookUp: async (_workspaceId, hint) => {
    const person = lookUp(hint);
    return person === undefined ? null : unmask(person);
  },
};
