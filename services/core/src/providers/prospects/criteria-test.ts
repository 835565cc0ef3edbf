import type {
  CompanyCriteria,
  PeopleCriteria,
  ProspectCompany,
  RevealedPerson,
} from '../../domain/prospects/prospect.ts';
import { foldedWords } from '../../domain/prospects/telling-words.ts';

type Test<T> = (item: T) => boolean;

function fold(text: string): string {
  return foldedWords(text).join(' ');
}

/** Undefined if there is no criterion. Compares whole values, ignoring case, accents, and plurals. */
function oneOf(wanted: string[] | undefined): Test<string> | undefined {
  if (wanted === undefined || wanted.length === 0) return undefined;
  const known = new Set(wanted.map(fold));
  return (value) => known.has(fold(value));
}

/** True if the text contains all words of any wanted phrase. */
function holdsPhrase(wanted: string[] | undefined): Test<string> | undefined {
  if (wanted === undefined || wanted.length === 0) return undefined;
  const phrases = wanted.map(foldedWords);
  return (text) => {
    const words = new Set(foldedWords(text));
    return phrases.some((phrase) => phrase.every((word) => words.has(word)));
  };
}

/** Caches results, because the same values occur thousands of times. */
function remembered(test: Test<string>): Test<string> {
  const answers = new Map<string, boolean>();
  return (value) => {
    const known = answers.get(value);
    if (known !== undefined) return known;
    const answer = test(value);
    answers.set(value, answer);
    return answer;
  };
}

function on<T>(test: Test<string> | undefined, read: (item: T) => string | string[] | null | undefined): Test<T>[] {
  if (test === undefined) return [];
  const quick = remembered(test);
  return [
    (item) => {
      const value = read(item);
      if (value === null || value === undefined) return false;
      return typeof value === 'string' ? quick(value) : value.some(quick);
    },
  ];
}

function all<T>(tests: Test<T>[]): Test<T> {
  return (item) => tests.every((test) => test(item));
}

export function companyTest(criteria: CompanyCriteria): Test<ProspectCompany> {
  const { foundedFrom, foundedTo, excludeDomains } = criteria;
  const tests: Test<ProspectCompany>[] = [
    ...on<ProspectCompany>(oneOf(criteria.countries), (company) => company.location.country),
    ...on<ProspectCompany>(oneOf(criteria.employeeRanges), (company) => company.employeeRange),
    ...on<ProspectCompany>(oneOf(criteria.revenueRanges), (company) => company.revenueRange),
    ...on<ProspectCompany>(holdsPhrase(criteria.industries), (company) => company.industry),
    ...on<ProspectCompany>(oneOf(criteria.regions), (company) => company.location.region),
    ...on<ProspectCompany>(oneOf(criteria.cities), (company) => company.location.city),
    ...on<ProspectCompany>(holdsPhrase(criteria.technologies), (company) => company.technologies),
    ...on<ProspectCompany>(
      holdsPhrase(criteria.keywords),
      (company) => `${company.keywords.join(' ')} ${company.description ?? ''}`,
    ),
    ...on<ProspectCompany>(holdsPhrase(criteria.companyNames), (company) => company.name),
  ];
  if (criteria.companyDomains?.length) tests.push(({ domain }) => criteria.companyDomains!.includes(domain ?? ''));
  if (excludeDomains?.length) tests.push(({ domain }) => !excludeDomains.includes(domain ?? ''));
  if (foundedFrom !== undefined) tests.push(({ foundedYear }) => (foundedYear ?? 0) >= foundedFrom);
  if (foundedTo !== undefined) tests.push(({ foundedYear }) => foundedYear !== null && foundedYear <= foundedTo);
  return all(tests);
}

type TestedPerson = Pick<RevealedPerson, 'id' | 'email' | 'emailStatus' | 'seniority' | 'department'>;

/** Tests the person's criteria. The company is tested separately. `titleOf`: words for matching the position. */
export function personTest<Person extends TestedPerson>(
  criteria: PeopleCriteria,
  titleOf: (person: Person) => string | null,
): Test<Person> {
  const { hasEmail, excludeIds } = criteria;
  const tests: Test<Person>[] = [
    ...on<Person>(oneOf(criteria.seniorities), (person) => person.seniority),
    ...on<Person>(oneOf(criteria.departments), (person) => person.department),
    ...on<Person>(oneOf(criteria.emailStatuses), (person) => person.emailStatus),
    ...on<Person>(holdsPhrase(criteria.titles), titleOf),
  ];
  if (excludeIds?.size) tests.push(({ id }) => !excludeIds.has(id));
  if (hasEmail !== undefined) tests.push(({ email }) => (email !== null) === hasEmail);
  return all(tests);
}
