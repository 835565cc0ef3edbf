import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

/** Two blocks of the index. */
const count = 70_000;

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const towns = ['LONDON', 'LEEDS', 'BRISTOL', 'GLASGOW', 'CARDIFF'];
const trades = ['SOLAR', 'BAKERY', 'MARINE'];

interface Firm {
  number: number;
  name: string;
  town: string;
  year: number;
}

function firm(number: number): Firm {
  const name = `FIRM${number} ${trades[number % 3]} LTD`;
  return { number, name, town: towns[(number * 7) % 5]!, year: 1950 + ((number * 13) % 76) };
}

function fileOf(firms: Iterable<Firm>): string {
  const rows = ['CompanyName,CompanyNumber,RegAddress.PostTown,CompanyStatus,IncorporationDate'];
  for (const { number, name, town, year } of firms) rows.push(`${name},${number},${town},Active,01/05/${year}`);
  return rows.join('\n');
}

async function importFile(text: string, query: string): Promise<string> {
  const path = `/search/data-sets?${query}`;
  const { body } = await core.request('POST', path, { body: text, headers: { 'content-type': 'text/csv' } });
  // Short turns: each continues from the checkpoint of the one before, like another worker after a kill.
  while (await runJobOnce(core.deps, { turnMs: 4_000 }));
  const job = await core.request('GET', `/jobs/${body.data.jobId}`);
  expect(job.body.data).toMatchObject({ state: 'completed' });
  return body.data.dataSetId;
}

async function total(criteria: object): Promise<number> {
  const { body } = await core.request('POST', '/search/companies', { body: { sources: ['own'], ...criteria } });
  return body.data.total;
}

const searches: [object, (one: Firm) => boolean][] = [
  [{ cities: ['Leeds'] }, ({ town }) => town === 'LEEDS'],
  [
    { companyNames: ['solar', 'marine'], foundedFrom: 1987 },
    ({ name, year }) => !name.includes('BAKERY') && year >= 1987,
  ],
  [{ companyNames: ['firm69999', 'firm65536', 'firm7'] }, ({ number }) => [69_999, 65_536, 7].includes(number)],
  [
    { cities: ['Leeds', 'Cardiff'], companyNames: ['bakery'], foundedFrom: 1960, foundedTo: 2003 },
    ({ name, town, year }) =>
      ['LEEDS', 'CARDIFF'].includes(town) && name.includes('BAKERY') && year >= 1960 && year <= 2003,
  ],
];

async function expectAll(firms: Firm[]): Promise<void> {
  for (const [criteria, test] of searches)
    expect(await total(criteria), JSON.stringify(criteria)).toBe(firms.filter(test).length);
}

test('finds exactly the matching rows of a large register, before and after an update', async () => {
  const firms = Array.from({ length: count }, (_, number) => firm(number));
  const dataSetId = await importFile(fileOf(firms), 'name=UK&preset=companies_house');
  await expectAll(firms);

  const changed = firms.map((one) => (one.number % 3 === 0 ? { ...one, town: 'LEEDS', year: 2001 } : one));
  const more = Array.from({ length: 1_000 }, (_, index) => firm(count + index));
  const update = [...changed.filter(({ number }) => number % 3 === 0), ...more];
  await importFile(fileOf(update), `dataSetId=${dataSetId}`);
  await expectAll([...changed, ...more]);
  const [listed] = (await core.request('GET', '/search/data-sets')).body.data;
  expect(listed.companyCount).toBe(count + 1_000);
});
