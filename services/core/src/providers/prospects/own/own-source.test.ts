import { expect, test } from 'vitest';
import type { CompanyCriteria, ProspectCompany } from '../../../domain/prospects/prospect.ts';
import { findRows } from '../../../domain/prospects/rows/find-rows.ts';
import { RowSet } from '../../../domain/prospects/rows/row-set.ts';
import { companyQuery, rankTerms, termsOfCompany } from '../../../domain/prospects/rows/row-terms.ts';
import { companyTest } from '../criteria-test.ts';

/** Numbers from 0 to below `below`, the same in every run. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = randomOf(7);
function pick<T>(values: readonly T[]): T {
  return values[random(values.length)]!;
}

const words = [
  'Solar',
  'solar panels',
  'Bäckerei',
  'R&D',
  'cloud services',
  'Google Cloud',
  'Cloud',
  'services',
  'C++',
  '',
];
const ranges = ['1-10', '11-50', '51-200'] as const;

function company(index: number): ProspectCompany {
  const location = {
    city: pick(['Köln', 'Koln am Rhein', null]),
    region: pick(['Bayern', null]),
    country: pick(['DE', 'FR', null]),
  };
  return {
    id: `prc_own_${index}`,
    source: 'own',
    name: `${pick(words)} ${pick(words)}`,
    domain: pick(['a.example', 'b.example', null]),
    websiteUrl: null,
    industry: pick([...words, null]),
    employeeCount: null,
    employeeRange: pick([...ranges, null]),
    revenueRange: null,
    foundedYear: pick([null, 1899, 1989, 1990, 1999, 2000, 2010, 2026]),
    type: null,
    location,
    timeZone: null,
    technologies: [pick(words), pick(words)].filter(Boolean),
    keywords: [pick(words)].filter(Boolean),
    description: pick([...words, null]),
  };
}

function some<T>(make: () => T): T[] | undefined {
  return random(3) === 0 ? [make(), make()] : undefined;
}

function criteria(): CompanyCriteria {
  const word = () => pick(words.filter(Boolean));
  return {
    companyNames: some(word),
    industries: some(word),
    technologies: some(word),
    keywords: some(word),
    countries: some(() => pick(['DE', 'FR', 'ES'])),
    cities: some(() => pick(['koln', 'Köln am Rhein'])),
    regions: some(() => 'bayern'),
    employeeRanges: some(() => pick(ranges)),
    companyDomains: some(() => pick(['a.example', 'c.example'])),
    excludeDomains: some(() => pick(['b.example', 'c.example'])),
    ...(random(3) === 0 && { foundedFrom: pick([1900, 1989, 1990, 1995]) }),
    ...(random(3) === 0 && { foundedTo: pick([1989, 1990, 2005, 2009, 2026]) }),
  };
}

test('finds the same companies by index as a look at every row, in 300 searches', () => {
  const companies = Array.from({ length: 400 }, (_, index) => company(index));
  const postings = new Map<string, RowSet>();
  for (const [row, each] of companies.entries()) {
    for (const term of termsOfCompany(each)) {
      if (!postings.has(term)) postings.set(term, new RowSet());
      postings.get(term)!.add(row);
    }
  }
  const chunk = { dataSetId: 'dst_1', chunk: 0, all: RowSet.of(companies.keys()), rows: postings };
  for (let index = 0; index < 300; index += 1) {
    const wanted = criteria();
    const { places, total } = findRows([chunk], companyQuery(wanted), [], { offset: 0, limit: 1_000 });
    const expected = companies.flatMap((each, row) => (companyTest(wanted)(each) ? [row] : []));
    expect([total, places.map(({ row }) => row)], JSON.stringify(wanted)).toEqual([expected.length, expected]);
  }
});

test('ranks by the number of matching words, drops those with fewer than half, and pages in order', () => {
  const rows = new Map(
    rankTerms(['a', 'b', 'c']).map((term, index) => [
      term,
      RowSet.of(
        [
          [1, 2, 3],
          [2, 3],
          [3, 4],
        ][index]!,
      ),
    ]),
  );
  const chunk = { dataSetId: 'dst_1', chunk: 2, all: RowSet.of([1, 2, 3, 4, 5]), rows };
  const query = { groups: [], excluded: [] };
  const ranking = rankTerms(['a', 'b', 'c']);
  const pages = [0, 1, 2].map((offset) => findRows([chunk], query, ranking, { offset, limit: 1 }));
  expect(pages.map(({ total, places }) => [total, places.map(({ row }) => row - 2 * 1_048_576)])).toEqual([
    [2, [3]],
    [2, [2]],
    [2, []],
  ]);
});
