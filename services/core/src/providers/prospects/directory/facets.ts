import type { Facet } from '../prospect-source.ts';
import type { DirectoryCompany } from './companies/make-company.ts';
import type { DirectoryPerson } from './make-people.ts';

const facetValuesMax = 15;

type Reader<T> = (item: T) => string | readonly string[] | null;

function countBy<T>(items: T[], read: Reader<T>): Facet[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const value = read(item);
    if (value === null) continue;
    for (const each of typeof value === 'string' ? [value] : value) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, facetValuesMax);
}

function countAll<T>(items: T[], readers: Record<string, Reader<T>>): Record<string, Facet[]> {
  return Object.fromEntries(Object.entries(readers).map(([field, read]) => [field, countBy(items, read)]));
}

const companyReaders: Record<string, Reader<DirectoryCompany>> = {
  industries: (company) => company.industry,
  employeeRanges: (company) => company.employeeRange,
  countries: (company) => company.country.code,
  cities: (company) => company.city.city,
  technologies: (company) => company.technologies,
};

export function companyFacets(companies: DirectoryCompany[]): Record<string, Facet[]> {
  return countAll(companies, companyReaders);
}

const peopleReaders: Record<string, Reader<DirectoryPerson>> = {
  seniorities: (person) => person.seniority,
  departments: (person) => person.department,
  titles: (person) => person.title.title,
  industries: (person) => person.company.industry,
  employeeRanges: (person) => person.company.employeeRange,
  countries: (person) => person.company.country.code,
};

export function peopleFacets(people: DirectoryPerson[]): Record<string, Facet[]> {
  return countAll(people, peopleReaders);
}
