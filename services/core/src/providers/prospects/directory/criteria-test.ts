import { foldedWords } from '../plain-words.ts';
import type { CompanyCriteria, PeopleCriteria } from '../prospect-source.ts';
import type { DirectoryCompany } from './make-company.ts';
import type { DirectoryPerson } from './make-people.ts';

type Test<T> = (item: T) => boolean;

const fold = (text: string): string => foldedWords(text).join(' ');

/** Undefined when nothing is asked for. Values match whole, without regard to case, accents and plural. */
const oneOf = (wanted: string[] | undefined): Test<string> | undefined => {
  if (wanted === undefined || wanted.length === 0) return undefined;
  const known = new Set(wanted.map(fold));
  return (value) => known.has(fold(value));
};

/** All words of one of the wanted phrases are in the text. */
const holdsPhrase = (wanted: string[] | undefined): Test<string> | undefined => {
  if (wanted === undefined || wanted.length === 0) return undefined;
  const phrases = wanted.map(foldedWords);
  return (text) => {
    const words = new Set(foldedWords(text));
    return phrases.some((phrase) => phrase.every((word) => words.has(word)));
  };
};

/** The same values come by thousands of times: the answer is remembered. */
const remembered = (test: Test<string>): Test<string> => {
  const answers = new Map<string, boolean>();
  return (value) => {
    const known = answers.get(value);
    if (known !== undefined) return known;
    const answer = test(value);
    answers.set(value, answer);
    return answer;
  };
};

const on = <T>(test: Test<string> | undefined, read: (item: T) => string | string[]): Test<T>[] => {
  if (test === undefined) return [];
  const quick = remembered(test);
  return [
    (item) => {
      const value = read(item);
      return typeof value === 'string' ? quick(value) : value.some(quick);
    },
  ];
};

const all =
  <T>(tests: Test<T>[]): Test<T> =>
  (item) =>
    tests.every((test) => test(item));

export const companyTest = (criteria: CompanyCriteria): Test<DirectoryCompany> => {
  const { foundedFrom, foundedTo, excludeDomains } = criteria;
  const tests: Test<DirectoryCompany>[] = [
    ...on<DirectoryCompany>(oneOf(criteria.countries), (company) => company.country.code),
    ...on<DirectoryCompany>(oneOf(criteria.employeeRanges), (company) => company.employeeRange!),
    ...on<DirectoryCompany>(oneOf(criteria.revenueRanges), (company) => company.revenueRange!),
    ...on<DirectoryCompany>(holdsPhrase(criteria.industries), (company) => company.industry),
    ...on<DirectoryCompany>(oneOf(criteria.regions), (company) => company.city.region),
    ...on<DirectoryCompany>(oneOf(criteria.cities), (company) => company.city.city),
    ...on<DirectoryCompany>(holdsPhrase(criteria.technologies), (company) => company.technologies),
    ...on<DirectoryCompany>(
      holdsPhrase(criteria.keywords),
      (company) => `${company.keywords.join(' ')} ${company.description}`,
    ),
    ...on<DirectoryCompany>(holdsPhrase(criteria.companyNames), (company) => company.name),
  ];
  if (criteria.companyDomains?.length) tests.push(({ domain }) => criteria.companyDomains!.includes(domain));
  if (excludeDomains?.length) tests.push(({ domain }) => !excludeDomains.includes(domain));
  if (foundedFrom !== undefined) tests.push(({ foundedYear }) => foundedYear! >= foundedFrom);
  if (foundedTo !== undefined) tests.push(({ foundedYear }) => foundedYear! <= foundedTo);
  return all(tests);
};

/** What is asked of the person; the company is tested apart. */
export const personTest = (criteria: PeopleCriteria): Test<DirectoryPerson> => {
  const { hasEmail, excludeIds } = criteria;
  const tests: Test<DirectoryPerson>[] = [
    ...on<DirectoryPerson>(oneOf(criteria.seniorities), (person) => person.title.seniority),
    ...on<DirectoryPerson>(oneOf(criteria.departments), (person) => person.title.department),
    ...on<DirectoryPerson>(oneOf(criteria.emailStatuses), (person) => person.emailStatus ?? ''),
    ...on<DirectoryPerson>(holdsPhrase(criteria.titles), ({ title }) => `${title.title} ${title.also}`),
  ];
  if (excludeIds?.size) tests.push(({ id }) => !excludeIds.has(id));
  if (hasEmail !== undefined) tests.push(({ email }) => (email !== null) === hasEmail);
  return all(tests);
};
