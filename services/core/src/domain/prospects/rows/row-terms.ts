import type { CompanyCriteria, PeopleCriteria, ProspectCompany, RevealedPerson } from '../prospect.ts';
import { foldedWords } from '../telling-words.ts';

/**
 * Terms under which a row is found: a letter for the field, and a value or word. Values of closed fields, such as
 * countries and sizes, are in few terms with many rows; words are in many terms with few rows.
 */
const fields = {
  country: 'c',
  employeeRange: 's',
  revenueRange: 'v',
  founded: 'f',
  seniority: 'l',
  department: 'p',
  emailStatus: 'e',
  hasEmail: 'h',
  name: 'n',
  domain: 'a',
  industry: 'i',
  region: 'g',
  city: 'y',
  technology: 't',
  keyword: 'k',
  title: 'j',
  anyWord: 'w',
} as const;
type Field = keyof typeof fields;

const closedFields = 'csvflpeh';
const valueMax = 100;

/** True if the field of a term has few values. */
export function isClosed(term: string): boolean {
  return closedFields.includes(term.charAt(0));
}

function term(field: Field, value: string): string {
  return `${fields[field]}:${value.slice(0, valueMax)}`;
}

function fold(text: string): string {
  return foldedWords(text).join(' ');
}

/** A whole value. */
function valued(field: Field, value: string | null): string[] {
  return value === null ? [] : [term(field, fold(value))];
}

function worded(field: Field, text: string | null): string[] {
  return foldedWords(text ?? '').map((word) => term(field, word));
}

/** Words of one value of a list, and their pairs: two words of a phrase must be in the same value. */
function together(field: Field, text: string): string[] {
  const words = [...new Set(foldedWords(text))].sort();
  const pairs = words.flatMap((one, index) => words.slice(index + 1).map((other) => `${one}+${other}`));
  return [...words, ...pairs].map((value) => term(field, value));
}

function decade(year: number): string {
  return `${Math.floor(year / 10)}0s`;
}

function ofCompany(company: ProspectCompany | null): string[] {
  if (company === null) return [];
  const { name, domain, industry, employeeRange, revenueRange, foundedYear, technologies, keywords } = company;
  const described = `${keywords.join(' ')} ${company.description ?? ''}`;
  return [
    ...valued('employeeRange', employeeRange),
    ...valued('revenueRange', revenueRange),
    ...(foundedYear === null ? [] : [term('founded', `${foundedYear}`), term('founded', decade(foundedYear))]),
    ...(domain === null ? [] : [term('domain', domain)]),
    ...worded('name', name),
    ...worded('industry', industry),
    ...technologies.flatMap((technology) => together('technology', technology)),
    ...worded('keyword', described),
    ...worded('anyWord', [name, industry, described, ...technologies].filter(Boolean).join(' ')),
  ];
}

function ofPlace({ city, region, country }: ProspectCompany['location']): string[] {
  return [
    ...valued('country', country),
    ...valued('region', region),
    ...valued('city', city),
    ...worded('anyWord', [city, region, country].filter(Boolean).join(' ')),
  ];
}

export function termsOfCompany(company: ProspectCompany): Set<string> {
  return new Set([...ofCompany(company), ...ofPlace(company.location)]);
}

/** A person is found at their own place, not at their company's. */
export function termsOfPerson({ company, location, title, ...person }: RevealedPerson): Set<string> {
  const { seniority, department, email, emailStatus } = person;
  return new Set([
    ...ofCompany(company),
    ...ofPlace(location),
    ...valued('seniority', seniority),
    ...valued('department', department),
    ...valued('emailStatus', emailStatus),
    ...(email === null ? [] : [term('hasEmail', 'yes')]),
    ...worded('title', title),
    ...worded('anyWord', [title, seniority, department].filter(Boolean).join(' ')),
  ]);
}

/** Rows to find: in every group, all terms of one alternative match, and no excluded term does. */
export interface RowQuery {
  groups: string[][][];
  excluded: string[];
}

/** Alternatives of which one must match. No group without any. */
function anyOf(values: readonly string[] | undefined, terms: (value: string) => string[]): string[][][] {
  return values === undefined || values.length === 0 ? [] : [values.map(terms)];
}

const [earliest, latest] = [1500, 2100];

/** Years from the first to the last, with whole decades as one term each. */
function yearTerms(from: number, to: number): string[][] {
  const terms: string[][] = [];
  for (let year = from; year <= to; year += 1) {
    const isWhole = year % 10 === 0 && year + 9 <= to;
    terms.push([term('founded', isWhole ? decade(year) : `${year}`)]);
    if (isWhole) year += 9;
  }
  return terms;
}

export function companyQuery(criteria: CompanyCriteria): RowQuery {
  const { foundedFrom, foundedTo, excludeDomains = [] } = criteria;
  const isDated = foundedFrom !== undefined || foundedTo !== undefined;
  const groups = [
    ...anyOf(criteria.countries, (value) => valued('country', value)),
    ...anyOf(criteria.employeeRanges, (value) => valued('employeeRange', value)),
    ...anyOf(criteria.revenueRanges, (value) => valued('revenueRange', value)),
    ...anyOf(criteria.industries, (value) => worded('industry', value)),
    ...anyOf(criteria.regions, (value) => valued('region', value)),
    ...anyOf(criteria.cities, (value) => valued('city', value)),
    ...anyOf(criteria.technologies, (value) => together('technology', value)),
    ...anyOf(criteria.keywords, (value) => worded('keyword', value)),
    ...anyOf(criteria.companyNames, (value) => worded('name', value)),
    ...anyOf(criteria.companyDomains, (value) => [term('domain', value)]),
    ...(isDated ? [yearTerms(foundedFrom ?? earliest, foundedTo ?? latest)] : []),
  ];
  return { groups, excluded: excludeDomains.map((value) => term('domain', value)) };
}

export function peopleQuery(criteria: PeopleCriteria): RowQuery {
  const { groups, excluded } = companyQuery(criteria);
  const { hasEmail } = criteria;
  const addressed = term('hasEmail', 'yes');
  return {
    groups: [
      ...groups,
      ...anyOf(criteria.seniorities, (value) => valued('seniority', value)),
      ...anyOf(criteria.departments, (value) => valued('department', value)),
      ...anyOf(criteria.emailStatuses, (value) => valued('emailStatus', value)),
      ...anyOf(criteria.titles, (value) => worded('title', value)),
      ...(hasEmail === true ? [[[addressed]]] : []),
    ],
    excluded: [...excluded, ...(hasEmail === false ? [addressed] : [])],
  };
}

/** Terms of the words of a description that rows are ranked by. */
export function rankTerms(words: readonly string[]): string[] {
  return words.map((word) => term('anyWord', word));
}
