import { type DirectoryCompany, makeCompany } from './companies/make-company.ts';
import { type DirectoryPerson, makePeople } from './make-people.ts';

const companyCount = 6000;

export interface Directory {
  companies: DirectoryCompany[];
  people: DirectoryPerson[];
  companyById: Map<string, DirectoryCompany>;
  personById: Map<string, DirectoryPerson>;
  personByEmail: Map<string, DirectoryPerson>;
  companyByDomain: Map<string, DirectoryCompany>;
}

let cached: Directory | undefined;

function byId<T extends { id: string }>(items: T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function build(): Directory {
  const taken = new Set<string>();
  const companies = Array.from({ length: companyCount }, (_, index) => makeCompany(index + 1, taken));
  const people = companies.flatMap(makePeople);
  return {
    companies,
    people,
    companyById: byId(companies),
    personById: byId(people),
    personByEmail: new Map(people.flatMap((person) => (person.email === null ? [] : [[person.email, person]]))),
    companyByDomain: new Map(companies.map((company) => [company.domain, company])),
  };
}

/**
 * The fictional companies and people. Generated on first use (about 300 ms), identical on every machine, and cached.
 */
export function openDirectory(): Directory {
  cached ??= build();
  return cached;
}
