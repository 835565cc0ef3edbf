import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../domain/values/ids.ts';
import { SeededRandom } from '../../domain/values/random.ts';
import type { Places } from '../../testing/queries/make-records.ts';
import { type Plain, storeQueryRecords } from '../../testing/queries/query-records.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

type Where = Record<string, unknown>;

let core: TestCore;
let places: Places;
let contacts: Plain[];

beforeAll(async () => {
  core = await startTestCore();
  const list = async (name: string) =>
    (await core.request('POST', '/lists', { body: { name } })).body.data.id as string;
  places = {
    campaignIds: [newId('cmp'), newId('cmp'), newId('cmp')],
    mailboxIds: [newId('mbx'), newId('mbx')],
    listIds: [await list('A'), await list('B')],
  };
  const field = (key: string, type: string, more = {}) =>
    core.request('POST', '/custom-fields', { body: { key, label: key, type, ...more } });
  await field('tier', 'text');
  await field('budget', 'number');
  await field('renewal', 'date');
  await field('region', 'text');
  for (const name of ['amber', 'birch', 'cedar', 'key']) await core.request('POST', '/tags', { body: { name } });
  contacts = await storeQueryRecords(core.workspaceId, 1_200, places);
});
afterAll(() => core?.stop());

/** The grammar again, without the store: values of a field, then the operator in the plainest form. */
function naive(where: Where, contact: Plain): boolean {
  if ('and' in where) return (where.and as Where[]).every((part) => naive(part, contact));
  if ('or' in where) return (where.or as Where[]).some((part) => naive(part, contact));
  if ('not' in where) return !naive(where.not as Where, contact);
  const { op, value } = where as { op: string; value: unknown };
  const values = valuesOf(contact, where).filter((one) => one !== undefined && one !== null && one !== '');
  const any = (fits: (one: unknown) => boolean) => values.some(fits);
  const lower = (one: unknown) => (typeof one === 'string' ? one.toLowerCase() : one);
  const same = (wanted: unknown) => any((one) => lower(comparable(one)) === lower(wanted));
  const number = (one: unknown) => (typeof one === 'string' && one.startsWith('-') ? relative(one) : one) as number;
  const ordered = (fits: (one: number) => boolean) => any((one) => fits(comparable(one) as number));
  if (op === 'eq') return same(value);
  if (op === 'ne') return !same(value);
  if (op === 'in') return (value as string[]).some(same);
  if (op === 'nin') return !(value as string[]).some(same);
  if (op === 'exists') return values.length > 0 === value;
  if (op === 'contains') return any((one) => String(one).toLowerCase().includes(String(value).toLowerCase()));
  if (op === 'starts') return any((one) => String(one).toLowerCase().startsWith(String(value).toLowerCase()));
  if (op === 'gt' || op === 'after') return ordered((one) => one > number(value));
  if (op === 'gte') return ordered((one) => one >= number(value));
  if (op === 'lt' || op === 'before') return ordered((one) => one < number(value));
  if (op === 'lte') return ordered((one) => one <= number(value));
  if (op === 'between') return ordered((one) => one >= (value as number[])[0]! && one <= (value as number[])[1]!);
  const isDay = String(where.field).startsWith('customFields.');
  const from = relative(`-${value}`);
  const to = new Date().toISOString();
  const [first, last] = isDay ? [from.slice(0, 10), to.slice(0, 10)] : [from, to];
  return any((one) => String(comparable(one)) >= first && String(comparable(one)) <= last);
}

function relative(text: string): string {
  return new Date(Date.now() - Number(/\d+/.exec(text)![0]) * 86_400_000).toISOString();
}

function comparable(one: unknown): unknown {
  return one instanceof Date ? one.toISOString() : one;
}

function valuesOf(contact: Plain, { field, state }: Where): unknown[] {
  if (field === 'campaigns')
    return contact.enrollments.filter((one) => state === undefined || one.state === state).map((one) => one.campaignId);
  const value = String(field)
    .split('.')
    .reduce<unknown>((held, name) => (held as Record<string, unknown> | undefined)?.[name], contact);
  return Array.isArray(value) ? value : [value];
}

async function found(where: Where, more: object = {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const body = { where, limit: 100, fields: ['id'], ...more, ...(cursor && { cursor }) };
    const answer = await core.request('POST', '/contacts/query', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    ids.push(...answer.body.data.map(({ id }: { id: string }) => id));
    cursor = answer.body.page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

function expected(where: Where): string[] {
  return contacts.filter((contact) => naive(where, contact)).map(({ id }) => id);
}

const segments = JSON.parse(
  readFileSync(new URL('../../../test-data/fields/segments.json', import.meta.url), 'utf8'),
) as { title: string; where: Where }[];

test.each(segments)('$title', async ({ where }) => {
  const { campaignIds, mailboxIds, listIds } = places;
  const values: Record<string, string> = {
    campaignA: campaignIds[0]!,
    campaignB: campaignIds[1]!,
    mailbox: mailboxIds[0]!,
    listA: listIds[0]!,
    listB: listIds[1]!,
    domainA: 'c1.example',
    domainB: 'c2.example',
    stateA: 'active',
  };
  const filled = JSON.stringify(where).replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name]!);
  const asked = JSON.parse(filled) as Where;
  const ids = await found(asked);
  expect(ids.toSorted()).toEqual(expected(asked).toSorted());
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);

  const body = { name: JSON.stringify(asked).slice(0, 100), kind: 'dynamic', filter: { where: asked } };
  const list = await core.request('POST', '/lists', { body });
  expect(list.body.data.memberCount).toBe(ids.length);
  const exported = await fetch(`${core.url}/api/public/v1/contacts/export?format=ndjson&listId=${list.body.data.id}`, {
    headers: { authorization: `Bearer ${core.key}` },
  });
  expect((await exported.text()).split('\n').filter(Boolean)).toHaveLength(ids.length);
  await core.request('DELETE', `/lists/${list.body.data.id}`);
});

const random = new SeededRandom(7);
function pick<T>(values: readonly T[]): T {
  return random.pick(values);
}

function randomCondition(): Where {
  const { campaignIds, mailboxIds, listIds } = places;
  const text = (field: string, values: string[]): Where[] => [
    { field, op: pick(['eq', 'ne']), value: pick(values) },
    { field, op: pick(['in', 'nin']), value: values.slice(0, 2) },
    { field, op: pick(['contains', 'starts']), value: pick(values).slice(0, 3) },
    { field, op: 'exists', value: random.next() < 0.5 },
  ];
  const number = (field: string, max: number): Where[] => [
    { field, op: pick(['gt', 'gte', 'lt', 'lte']), value: Math.floor(random.next() * max) },
    { field, op: 'between', value: [Math.floor(max * 0.3), Math.floor(max * 0.6)] },
    { field, op: pick(['eq', 'ne']), value: Math.floor(random.next() * max) },
    { field, op: 'exists', value: random.next() < 0.5 },
  ];
  const time = (field: string): Where[] => [
    { field, op: pick(['before', 'after']), value: `-${1 + Math.floor(random.next() * 90)}d` },
    { field, op: 'within', value: `${1 + Math.floor(random.next() * 90)}d` },
    { field, op: 'exists', value: random.next() < 0.5 },
  ];
  const known = (field: string, values: string[]): Where[] =>
    text(field, values).filter(({ op }) => op !== 'contains' && op !== 'starts');
  return pick(
    pick([
      text('title', ['VP Sales', 'finance assistant', 'größe & co', 'CEO']),
      text('firstName', ['Ada', 'JÖRG', 'Eve']),
      text('fullName', ['Ada Byron', 'jörg müller']),
      text('email', ['p1@c1.example', 'P2@c2.example']),
      text('companyDomain', ['c1.example', 'C2.example', 'c3.example']),
      text('location.country', ['DE', 'at', 'FR']),
      text('company.industry', ['Software', 'energy', 'Retail']),
      text('company.technologies', ['kafka', 'Redis']),
      text('customFields.tier', ['gold', 'Silver']),
      known('seniority', ['vp', 'head', 'c_suite']),
      known('stage', ['new', 'replied']),
      known('emailStatus', ['valid', 'catch_all', 'risky']),
      known('declaredBasis', ['consent', 'legitimate_interest']),
      known('tags', ['amber', 'Birch', 'cedar']),
      known('company.tags', ['key']),
      known('lists', listIds),
      known('mailbox', mailboxIds),
      known('lastReply.class', ['interested', 'auto_reply', 'bounce', 'unsubscribe']),
      known('campaigns', campaignIds),
      [{ field: 'campaigns', op: 'eq', value: pick(campaignIds), state: pick(['active', 'bounced']) }],
      [{ field: 'campaigns', op: 'exists', value: random.next() < 0.5, state: pick(['paused', 'replied']) }],
      [{ field: pick(['suppressed', 'doNotContact']), op: pick(['eq', 'ne']), value: random.next() < 0.5 }],
      number('company.employeeCount', 1_000),
      number('score.value', 100),
      number('customFields.budget', 80_000),
      time('createdAt'),
      time('lastContactedAt'),
      time('lastRepliedAt'),
      time('lastReply.receivedAt'),
      time('customFields.renewal').filter(({ op }) => op !== 'before' && op !== 'after'),
    ]),
  );
}

function randomWhere(level = 0): Where {
  const kind = random.next();
  if (level > 2 || kind < 0.4) return randomCondition();
  if (kind < 0.55) return { not: randomWhere(level + 1) };
  const parts = Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => randomWhere(level + 1));
  return kind < 0.8 ? { and: parts } : { or: parts };
}

test('random expressions find what a filter over all contacts finds, on all pages', async () => {
  for (let round = 0; round < Number(process.env.QUERY_ROUNDS ?? 60); round += 1) {
    const where = randomWhere();
    expect((await found(where)).toSorted(), JSON.stringify(where)).toEqual(expected(where).toSorted());
  }
});

test.each(['-lastContactedAt', 'lastName', 'score.value', '-createdAt', 'customFields.budget'])(
  'sorts by %s over all pages, with an exact total',
  async (sort) => {
    const where = { field: 'company.employeeCount', op: 'gt', value: 300 };
    const ids = await found(where, { sort });
    expect(ids.toSorted()).toEqual(expected(where).toSorted());
    const answer = await core.request('POST', '/contacts/query', { body: { where, withTotal: true, limit: 1 } });
    expect(answer.body.page).toMatchObject({ total: ids.length, totalIsExact: true });
    const [path = '', sign = 1] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort];
    const byId = new Map(contacts.map((contact) => [contact.id, contact]));
    const values = ids.map((id) => comparable(valuesOf(byId.get(id)!, { field: path })[0]) as number | undefined);
    const present = values.filter((value) => value !== undefined);
    expect(present).toEqual(present.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0) * sign));
  },
);
