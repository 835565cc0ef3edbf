import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toStoreFilter } from '../../domain/fields/queries/store-filter.ts';
import { type ContactFilter, contactConditions } from '../../engine/contacts/contact-filter.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { connectStore, disconnectStore, dropStore } from '../connection/connect.ts';
import { insertContacts } from '../contacts/contact-bulk-store.ts';
import { ContactModel } from '../contacts/contact-model.ts';
import { findFilteredPage, type ReadLimits } from './find-filtered-page.ts';

function contactQuery(filter: ContactFilter): Record<string, unknown> {
  return toStoreFilter({ and: contactConditions(filter) }, () => undefined).filter;
}

const workspaceId = 'wsp_filtered';
const stored = 600;
const start = Date.UTC(2030, 0, 1);

beforeAll(async () => {
  await connectStore(await testStoreUri(), `test_${randomUUID().slice(0, 8)}`);
  const contacts = Array.from({ length: stored }, (_, index) => ({
    email: `p${index}@filtered.example`,
    firstName: index % 3 === 0 ? 'Ada' : 'Adam',
    companyDomain: `company${index % 60}.example`,
    tags: index % 2 === 0 ? ['even'] : ['odd'],
    source: index < 300 ? ('api' as const) : ('import' as const),
    doNotContact: index % 5 === 0,
    createdBy: 'test',
  }));
  const ids = await insertContacts(workspaceId, contacts, new Date(start));
  // Few distinct values, so that pages end between equal ones. Every fourth record has no score.
  const changes = ids.map((_id, index) => ({
    updateOne: {
      filter: { _id },
      update: {
        $set: {
          updatedAt: new Date(start + (index % 7) * 1000),
          ...(index % 4 > 0 && { 'score.value': (index % 11) * 10 }),
        },
      },
    },
  }));
  await ContactModel.bulkWrite(changes);
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

function valueAt(document: object, path: string): number {
  return Number(
    path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document) ??
      Number.NEGATIVE_INFINITY,
  );
}

/** All matches in order, which the pages together must equal. */
async function allInOrder(filter: object, sort: string): Promise<string[]> {
  const found = await ContactModel.find({ workspaceId, ...filter }).lean();
  const path = sort.replace('-', '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -sign : sign);
  return found
    .toSorted((a, b) => (path === 'id' ? 0 : sign * Math.sign(valueAt(a, path) - valueAt(b, path))) || byId(a, b))
    .map(({ _id }) => _id);
}

async function readAll(filter: Record<string, unknown>, sort: string, limits: ReadLimits) {
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let after: { value: unknown; id: string } | undefined; ; ) {
    const page = await findFilteredPage(ContactModel, workspaceId, filter, { limit: 25, sort, after }, limits);
    ids.push(...page.items.map(({ id }) => id));
    sizes.push(page.items.length);
    if (page.next === null) return { ids, sizes };
    after = page.next;
  }
}

const filters: [string, Record<string, unknown>][] = [
  ['nothing', {}],
  ['a tag', contactQuery({ tag: 'even' })],
  ['two that fit many', contactQuery({ tag: 'even', source: 'import' })],
  ['one that fits few', contactQuery({ companyDomain: 'company7.example', tag: 'odd' })],
  ['two that fit many and none together', contactQuery({ companyDomain: 'company7.example', tag: 'even' })],
  ['a range', contactQuery({ minScore: 50 })],
  ['a range and a value', contactQuery({ minScore: 50, doNotContact: false })],
  ['words', contactQuery({ q: 'ada', updatedAfter: new Date(start + 2000).toISOString() })],
  ['a whole word', contactQuery({ q: 'adam filtered' })],
  ['both ways', { $and: [contactQuery({ hasReplied: false }), contactQuery({ source: 'api' })] }],
];
const sorts = ['-id', 'id', '-updatedAt', 'updatedAt', '-score.value'];
const ways: [string, ReadLimits][] = [
  ['reading whole', { firstScanLimit: 30, narrowMax: 1_000, examinedMax: 10_000 }],
  ['walking', { firstScanLimit: 30, narrowMax: 5, examinedMax: 10_000 }],
  ['walking with stops', { firstScanLimit: 20, narrowMax: 5, examinedMax: 40 }],
];

test.each(ways.flatMap(([way, limits]) => filters.map(([name, filter]) => [way, name, limits, filter] as const)))(
  'pages by %s, %s, return all records in order without duplicates',
  async (_way, _name, limits, filter) => {
    for (const sort of sorts) {
      const { ids } = await readAll(filter, sort, limits);
      expect(ids, sort).toEqual(await allInOrder(filter, sort));
    }
  },
);

test('a page ends after a number of non-matching records, and the next one continues after them', async () => {
  const filter = contactQuery({ source: 'api', tag: 'even', doNotContact: true });
  const { ids, sizes } = await readAll(filter, '-id', { firstScanLimit: 20, narrowMax: 5, examinedMax: 40 });
  expect(ids).toHaveLength(30);
  expect(Math.max(...sizes)).toBeLessThan(25);
  expect(sizes.length).toBeGreaterThan(5);
});

test('searches further before returning an empty page', async () => {
  const limits = { firstScanLimit: 10, narrowMax: 5, examinedMax: 20 };
  const seldom = contactQuery({ companyDomain: 'company4.example', source: 'import' });
  for (const sort of sorts) {
    const { sizes } = await readAll(seldom, sort, limits);
    expect(sizes.filter((size) => size === 0).length, sort).toBeLessThan(4);
  }
  const none = contactQuery({ companyDomain: 'company7.example', tag: 'even' });
  expect(await readAll(none, '-id', limits)).toEqual({ ids: [], sizes: [0] });
});
