import { sizeNamedIn } from '../../../domain/companies/sizes-named.ts';
import type {
  CompanyCriteria,
  MaskedPerson,
  PageWindow,
  PeopleCriteria,
  ProspectCompany,
  RevealedPerson,
} from '../../../domain/prospects/prospect.ts';
import { companyTest, personTest } from '../criteria-test.ts';
import type { PersonHint } from '../person-hint.ts';
import { freeAnswer, type ProspectSource, type SourcePage } from '../prospect-source.ts';
import type { DirectoryCompany } from './companies/make-company.ts';
import { openDirectory } from './directory.ts';
import { companyFacets, peopleFacets } from './facets.ts';
import type { DirectoryPerson } from './make-people.ts';
import { placesNamedIn } from './places-named.ts';
import { Relevance } from './relevance.ts';
import { readSearchWish, type SearchWish } from './wish.ts';

function showCompany(made: DirectoryCompany): ProspectCompany {
  const { index: _index, country: _country, city: _city, listedPeople: _people, ...shown } = made;
  return shown;
}

function mask(person: DirectoryPerson): MaskedPerson {
  return {
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
  };
}

function unmask(person: DirectoryPerson): RevealedPerson {
  return {
    ...person,
    title: person.title.title,
    company: showCompany(person.company),
  };
}

/** Minimum score as a share of the best result's score. */
const shareOfBestMin = 0.5;

/** Best first. Ties keep the directory's order, so that pages stay stable. */
function ranked<T>(items: T[], rank: (item: T) => number): T[] {
  const scored = items.map((item) => ({ item, score: rank(item) })).filter(({ score }) => score > 0);
  const best = scored.reduce((max, { score }) => Math.max(max, score), 0);
  return scored
    .filter(({ score }) => score >= best * shareOfBestMin)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

function take<T>(items: T[], { offset, limit }: PageWindow): T[] {
  return items.slice(offset, offset + limit);
}

function found<T>(ids: string[], from: Map<string, T>): T[] {
  return ids.flatMap((id) => from.get(id) ?? []);
}

function lookUp({ email, firstName, lastName, companyDomain }: PersonHint): DirectoryPerson | undefined {
  const { people, personByEmail, companyByDomain } = openDirectory();
  if (email !== undefined) return personByEmail.get(email);
  const company = companyByDomain.get(companyDomain ?? '');
  const sameName = (person: DirectoryPerson) => person.firstName === firstName && person.lastName === lastName;
  return people.find((person) => person.company === company && sameName(person));
}

let cachedRelevance: Relevance | undefined;

function relevanceOf(companies: DirectoryCompany[]): Relevance {
  cachedRelevance ??= new Relevance(companies);
  return cachedRelevance;
}

/**
 * Ranks items by the words of a description. Its places and sizes are required as long as something matches them.
 * Otherwise the size is dropped, then the place instead, then both.
 */
function byDescription<T>(
  items: T[],
  description: string,
  companyOf: (item: T) => DirectoryCompany,
  rankBy: (relevance: Relevance, wish: SearchWish) => (item: T) => number,
): T[] {
  const places = placesNamedIn(description);
  const { rest, range } = sizeNamedIn(description);
  const relevance = relevanceOf(openDirectory().companies);
  const rank = rankBy(relevance, readSearchWish(rest, places?.words ?? new Set(), relevance));
  const isThere = (item: T) => places?.isIn(companyOf(item)) ?? true;
  const isOfSize = (item: T) => range === undefined || isWithin(range, companyOf(item).employeeCount);
  const conditions = [(item: T) => isThere(item) && isOfSize(item), isThere, isOfSize, () => true];
  for (const holds of conditions) {
    const order = ranked(items.filter(holds), rank);
    if (order.length > 0) return order;
  }
  return [];
}

function isWithin({ min, max }: { min: number; max: number }, count: number): boolean {
  return min <= count && count <= max;
}

function orderPeople(people: DirectoryPerson[], description: string | undefined): DirectoryPerson[] {
  if (description === undefined) return people;
  const companyOf = ({ company }: DirectoryPerson) => company;
  return byDescription(people, description, companyOf, (relevance, wish) => {
    const rank = relevance.ofPeople(wish);
    return ({ company, title }) => rank(company, title);
  });
}

function orderCompanies(companies: DirectoryCompany[], description: string | undefined): DirectoryCompany[] {
  if (description === undefined) return companies;
  const itself = (company: DirectoryCompany) => company;
  return byDescription(companies, description, itself, (relevance, wish) => relevance.ofCompanies(wish));
}

function searchPeople(criteria: PeopleCriteria, page: PageWindow): SourcePage<MaskedPerson> {
  const { companies, people } = openDirectory();
  const fitting = new Set(companies.filter(companyTest(criteria)));
  const testPerson = personTest<DirectoryPerson>(criteria, ({ title }) => `${title.title} ${title.also}`);
  const matching = people.filter((person) => fitting.has(person.company) && testPerson(person));
  const ordered = orderPeople(matching, criteria.description);
  return { items: take(ordered, page).map(mask), total: ordered.length, facets: peopleFacets(ordered) };
}

function searchCompanies(criteria: CompanyCriteria, page: PageWindow): SourcePage<ProspectCompany> {
  const matching = openDirectory().companies.filter(companyTest(criteria));
  const ordered = orderCompanies(matching, criteria.description);
  return { items: take(ordered, page).map(showCompany), total: ordered.length, facets: companyFacets(ordered) };
}

/** Built-in source of invented people and companies, for trying out the product without mailbox and provider. */
export const directorySource: ProspectSource = {
  name: 'directory',
  idPrefix: '_dir_',
  isRemote: false,
  isFree: false,
  isInvented: true,
  searchPeople: async (_workspaceId, criteria, page) => searchPeople(criteria, page),
  searchCompanies: async (_workspaceId, criteria, page) => searchCompanies(criteria, page),
  peek: async (_workspaceId, ids) => found(ids, openDirectory().personById).map(mask),
  reveal: async (_workspaceId, ids) => found(ids, openDirectory().personById).map(unmask),
  getCompanies: async (_workspaceId, ids) => found(ids, openDirectory().companyById).map(showCompany),
  lookUp: async (_workspaceId, hint) => {
    const person = lookUp(hint);
    return freeAnswer(person === undefined ? null : unmask(person));
  },
};
