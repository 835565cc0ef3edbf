import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRows } from '../../domain/prospects/rows/find-rows.ts';
import { companyQuery, peopleQuery } from '../../domain/prospects/rows/row-terms.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { disconnectStore, dropStore } from '../connection/connect.ts';
import { findReadyDataSets } from '../prospects/own/data-set-store.ts';
import { findRowsAt } from '../prospects/own/own-row-store.ts';
import { readPostings } from '../prospects/own/read-postings.ts';
import { numberedRows } from './12-numbered-rows.ts';

beforeAll(async () => {
  const dbName = `test_${randomUUID().slice(0, 8)}`;
  await mongoose.connect(await testStoreUri(), { dbName, autoIndex: false });
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

interface Stored {
  _id: string;
  [field: string]: unknown;
}
function collection(name: string) {
  return mongoose.connection.db!.collection<Stored>(name);
}

const nowhere = { city: null, region: null, country: null };
const company = {
  id: 'prc_own_1',
  source: 'own',
  name: 'Looms',
  domain: 'looms.example',
  industry: 'Textile',
  employeeRange: '51-200',
  revenueRange: null,
  foundedYear: null,
  technologies: ['Steam Engine'],
  keywords: [],
  description: null,
  location: nowhere,
};

/** Row as stored by 4e38148. */
function person(id: string, title: string, more: object = {}): Stored {
  const facts = {
    id,
    source: 'own',
    firstName: 'Ada',
    lastName: 'L',
    email: null,
    emailStatus: null,
    title,
    seniority: 'c_suite',
    department: null,
    location: { ...nowhere, country: 'GB' },
    company,
    ...more,
  };
  return { _id: `wsp_1:${id}`, workspaceId: 'wsp_1', dataSetId: 'dst_1', person: facts };
}

test('numbers the rows of 4e38148, adds their companies, and finds both by index', async () => {
  await collection('data_sets').insertOne({
    _id: 'dst_1',
    workspaceId: 'wsp_1',
    name: 'Fair',
    rowCount: 3,
    createdBy: 'usr_1',
    createdAt: new Date(),
  });
  await collection('own_people').insertMany([
    person('prs_own_b', 'Chief Technology Officer'),
    person('prs_own_a', 'Head of Looms', { seniority: 'head' }),
    person('prs_own_c', 'Weaver', { company: null }),
  ]);
  const run = { db: mongoose.connection.db!, log: () => undefined, saved: undefined, save: async () => undefined };
  await numberedRows.run(run);
  await numberedRows.run(run);
  const [dataSet] = await findReadyDataSets('wsp_1');
  expect(dataSet).toMatchObject({ name: 'Fair', rowCount: 3, companyCount: 1, nextPerson: 3, personChunks: [0] });

  const found = async (kind: 'person' | 'company', query: ReturnType<typeof peopleQuery>) => {
    const terms = query.groups.flat(2);
    const [read] = await readPostings('wsp_1', [{ dataSetId: 'dst_1', kind, chunk: 0, edition: '0' }], terms);
    const { places } = findRows([{ dataSetId: 'dst_1', chunk: 0, ...read! }], query, [], { offset: 0, limit: 10 });
    const rows = places.map(({ row }) => row);
    return (await findRowsAt<{ id: string }>('wsp_1', 'dst_1', kind, rows)).map(({ facts }) => facts.id);
  };
  expect(await found('person', peopleQuery({ countries: ['GB'] }))).toEqual(['prs_own_a', 'prs_own_b', 'prs_own_c']);
  expect(await found('person', peopleQuery({ titles: ['technology officer'], industries: ['textiles'] }))).toEqual([
    'prs_own_b',
  ]);
  expect(await found('company', companyQuery({ technologies: ['engine steam'] }))).toEqual(['prc_own_1']);
  expect(await found('company', companyQuery({ employeeRanges: ['11-50'] }))).toEqual([]);
});
