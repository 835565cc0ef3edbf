import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function add(body: object, key?: string): Promise<string> {
  const reply = await core.request('POST', '/contacts', { key, body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id;
}
interface Group {
  contactIds: string[];
  survivorId: string;
  reasons: string[];
}
async function find(key?: string, query = '') {
  return (await core.request('GET', `/contacts/duplicates?${query}`, { key })).body as {
    data: Group[];
    page: { nextCursor: string | null };
  };
}
function merge(groups: object[], key?: string, headers = {}) {
  return core.request('POST', '/contacts/duplicates/merge', { key, body: { groups }, headers });
}
function groupOf({ contactIds, survivorId }: Group) {
  return { contactIds, survivorId };
}

test('finds people by address, profile, and name, but not namesakes with other profiles', async () => {
  const { key } = await core.addWorkspace();
  const company = { companyDomain: 'same.example', companyName: 'Same' };
  const first = await add({ firstName: 'Zoë', lastName: 'Kahn', ...company }, key);
  const second = await add({ firstName: 'Zoe', lastName: 'KAHN', email: 'zoe@same.example', ...company }, key);
  const profile = 'https://www.linkedin.com/in/max-roth';
  const third = await add({ firstName: 'Max', email: 'max@a.example', linkedinUrl: profile }, key);
  const fourth = await add({ firstName: 'Maximilian', email: 'm@b.example', linkedinUrl: `${profile}/de` }, key);
  const moved = await add({ firstName: 'Eva', email: 'eva@old.example' }, key);
  await core.request('PATCH', `/contacts/${moved}`, { key, body: { email: 'eva@new.example' } });
  for (const [index, linkedinUrl] of ['https://linkedin.com/in/jo-1', 'https://linkedin.com/in/jo-2'].entries())
    await add({ firstName: 'Jo', lastName: 'Lee', email: `jo${index}@same.example`, linkedinUrl, ...company }, key);
  const { data, page } = await find(key);
  expect(data).toEqual([
    { contactIds: [second, first], survivorId: second, reasons: ['same_name_and_company'] },
    { contactIds: [third, fourth], survivorId: third, reasons: ['same_profile'] },
  ]);
  expect(page.nextCursor).toBeNull();
  const one = await find(key, 'limit=1');
  expect(one.data).toEqual(data.slice(0, 1));
  const rest = await find(key, `limit=1&cursor=${one.page.nextCursor}`);
  expect(rest.data).toEqual(data.slice(1));
  expect((await find()).data).toEqual([]);
});

test('merges the groups that it found, as planned, once for a repeated key', async () => {
  const { key } = await core.addWorkspace();
  const names = { firstName: 'Ida', lastName: 'Berg', companyDomain: 'berg.example' };
  const ids = [
    await add({ ...names, email: 'ida@berg.example' }, key),
    await add({ ...names, title: 'CTO' }, key),
    await add({ ...names, email: 'i.berg@berg.example', department: 'Sales' }, key),
  ];
  await core.request('PATCH', `/contacts/${ids[2]}`, { key, body: { doNotContact: true } });
  const groups = (await find(key)).data.map(groupOf);
  const body = { groups };
  const dry = (await core.request('POST', '/contacts/duplicates/merge?dryRun=true', { key, body })).body.data;
  expect(dry.effects.map(({ op }: { op: string }) => op)).toEqual(['update', 'delete', 'delete']);
  const headers = { 'idempotency-key': 'merge-once' };
  const done = await merge(groups, key, headers);
  expect((await merge(groups, key, headers)).body).toEqual(done.body);
  expect(done.body.data.results).toEqual([
    { survivorId: ids[0], mergedIds: ids.slice(1), outcome: 'updated', reason: null },
  ]);
  const kept = (await core.request('GET', `/contacts/${ids[0]}`, { key })).body.data;
  const gained = { title: 'CTO', department: 'Sales', doNotContact: true };
  expect(kept).toMatchObject({ email: 'ida@berg.example', ...gained });
  expect(dry.effects[0].changes).toMatchObject(gained);
  const again = await merge(groups, key);
  expect(again.body.data.counts).toMatchObject({ updated: 0, skipped: 1 });
  const events = (await core.request('GET', '/events?type=contact.merged', { key })).body.data;
  expect(events).toHaveLength(2);
  expect((await find(key)).data).toEqual([]);
});

test('rejects a foreign survivor and a contact in two groups, and skips contacts of another workspace', async () => {
  const [one, two, three] = [
    await add({ email: 'a@x.example' }),
    await add({ email: 'b@x.example' }),
    await add({ email: 'c@x.example' }),
  ];
  for (const [groups, field] of [
    [[{ contactIds: [one, two], survivorId: three }], 'groups.0.survivorId'],
    [
      [
        { contactIds: [one, two], survivorId: one },
        { contactIds: [two, three], survivorId: two },
      ],
      'groups.1.contactIds',
    ],
    [[{ contactIds: [one], survivorId: one }], 'groups.0.contactIds'],
    [[], 'groups'],
  ] as const) {
    const { status, body } = await merge([...groups]);
    expect([status, body.error.code, body.error.field]).toEqual([422, 'validation_failed', field]);
  }
  const { key } = await core.addWorkspace();
  const foreign = await merge([{ contactIds: [one, two], survivorId: one }], key);
  expect(foreign.body.data.results[0]).toMatchObject({ outcome: 'skipped', reason: 'not_found' });
  expect((await core.request('GET', `/contacts/${two}`)).status).toBe(200);
});

test('merges all groups of one reason without their IDs, and no others', async () => {
  const { key } = await core.addWorkspace();
  const merged = async (body: object, query = '') =>
    (await core.request('POST', `/contacts/duplicates/merge${query}`, { key, body })).body;
  for (const lastName of ['Berg', 'Dahl'])
    for (const email of [`a@${lastName}.example`, `b@${lastName}.example`])
      await add({ firstName: 'Ida', lastName, companyDomain: `${lastName}.example`, email }, key);
  const linkedinUrl = 'https://www.linkedin.com/in/max-roth';
  for (const email of ['max@a.example', 'm@b.example']) await add({ firstName: 'Max', email, linkedinUrl }, key);
  const reasons = ['same_name_and_company'];
  expect((await merged({ reasons }, '?dryRun=true')).data.effects).toHaveLength(4);
  expect((await merged({ reasons })).data.counts).toMatchObject({ updated: 2 });
  expect((await find(key)).data).toMatchObject([{ reasons: ['same_profile'] }]);
  expect((await merged({ reasons })).data.counts).toMatchObject({ updated: 0 });
  const { groups } = { groups: (await find(key)).data.map(groupOf) };
  for (const body of [{}, { groups, reasons }]) expect((await merged(body)).error).toMatchObject({ field: 'groups' });
});
