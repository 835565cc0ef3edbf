import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let adaId: string;

beforeAll(async () => {
  core = await startTestCore();
  const ada = { email: 'ada@one.example', firstName: 'Ada', title: 'VP Sales', companyDomain: 'one.example' };
  adaId = (await core.request('POST', '/contacts', { body: ada })).body.data.id;
  await core.request('POST', '/contacts', { body: { email: 'bob@two.example', firstName: 'Bob', title: 'Clerk' } });
});
afterAll(() => core?.stop());

function query(body: object, path = '/contacts/query') {
  return core.request('POST', path, { body });
}
const vps = { field: 'title', op: 'starts', value: 'vp' };

test('finds contacts by an expression, in the body, in the query string, and in a selection', async () => {
  const { body } = await query({ where: vps, withTotal: true, fields: ['email'] });
  expect(body.data).toEqual([{ id: adaId, email: 'ada@one.example' }]);
  expect(body.page).toEqual({ limit: 25, nextCursor: null, total: 1, totalIsExact: true, isPartial: false });
  const listed = await core.request('GET', `/contacts?where=${encodeURIComponent(JSON.stringify(vps))}`);
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([adaId]);
  const verified = await core.request('POST', '/contacts/verify-emails?dryRun=true', { body: { where: vps } });
  expect(verified.body.data.effects).toHaveLength(1);
});

test('finds companies, and lists the fields of each record', async () => {
  const where = { field: 'domain', op: 'eq', value: 'ONE.example' };
  expect((await query({ where }, '/companies/query')).body.data).toHaveLength(1);
  for (const record of ['contact', 'company', 'campaign', 'enrollment', 'message', 'reply']) {
    const { body } = await core.request('GET', `/query-fields?record=${record}`);
    const byName = new Map(body.data.map((field: { name: string }) => [field.name, field]));
    expect(byName.get('id')).toMatchObject({ type: 'id', operators: ['eq', 'ne', 'in', 'nin', 'exists'] });
  }
});

test('every other kind of record can be queried', async () => {
  const body = { where: { field: 'createdAt', op: 'within', value: '1d' }, withTotal: true };
  const answers = await Promise.all([
    core.request('POST', '/companies/query', { body }),
    core.request('POST', '/campaigns/query', { body }),
    core.request('POST', '/enrollments/query', { body }),
    core.request('POST', '/messages/query', { body }),
    core.request('POST', '/replies/query', { body: { withTotal: true } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(answers.map(({ body: { page } }) => page.total)).toEqual([2, 0, 0, 0, 0]);
});

test.each([
  [{ field: 'titel', op: 'eq', value: 'x' }, 'where.field', expect.arrayContaining(['title', 'company.name'])],
  [{ field: 'title', op: 'gt', value: 'x' }, 'where.op', expect.arrayContaining(['contains'])],
  [{ field: 'stage', op: 'eq', value: 'old' }, 'where.value', expect.arrayContaining(['new'])],
  [{ field: 'createdAt', op: 'within', value: 30 }, 'where.value', undefined],
  [{ field: 'createdAt', op: 'before', value: 'yesterday' }, 'where.value', undefined],
  [{ field: 'title', op: 'exists', value: true, state: 'active' }, 'where.state', []],
  [{ field: 'campaigns', op: 'exists', value: true, state: 'old' }, 'where.state', expect.arrayContaining(['active'])],
  [{ and: [{ field: 'score.value', op: 'between', value: [1] }] }, 'where.and.0.value', undefined],
  [{ and: [{ field: 'title', op: 'in', value: [] }] }, 'where.and.0.value', undefined],
  [{ or: [{}] }, 'where.or.0.field', expect.anything()],
  [{ and: [vps], or: [vps] }, 'where.and', expect.anything()],
  [{ field: 'lists', op: 'eq', value: 'lst_01AAAAAAAAAAAAAAAAAAAAAAAA' }, 'where', undefined],
  [Array.from({ length: 12 }).reduce<object>((where) => ({ not: where }), vps), `where${'.not'.repeat(12)}`, undefined],
  [{ or: Array.from({ length: 51 }, () => ({ and: [vps, vps] })) }, 'where.or.50.and.0', undefined],
  [{ field: 'title', op: 'in', value: Array.from({ length: 1_001 }, String) }, 'where.value', undefined],
])('rejects %j and names the place', async (where, field, allowedValues) => {
  const { status, body } = await query({ where });
  expect([status, body.error.details?.[0]?.field ?? body.error.field]).toEqual([422, field]);
  if (allowedValues !== undefined) expect(body.error.allowedValues).toEqual(allowedValues);
});

test('finds nothing of another workspace', async () => {
  const other = await core.addWorkspace();
  const { body } = await core.request('POST', '/contacts/query', { body: { where: vps }, key: other.key });
  expect(body.data).toEqual([]);
});

test('a dynamic list keeps an expression, but builds on no other dynamic list', async () => {
  const body = { name: 'VPs', kind: 'dynamic', filter: { where: vps } };
  const { data } = (await core.request('POST', '/lists', { body })).body;
  expect(data).toMatchObject({ filter: { where: vps }, memberCount: 1 });
  const inList = { field: 'lists', op: 'eq', value: data.id };
  expect(
    (await query({ where: { not: inList } })).body.data.map(({ firstName }: { firstName: string }) => firstName),
  ).toEqual(['Bob']);
  const second = { name: 'Others', kind: 'dynamic', filter: { where: inList } };
  const refused = await core.request('POST', '/lists', { body: second });
  expect([refused.status, refused.body.error.field]).toEqual([422, 'filter.where']);
});

test('sorts by any field of few contacts, and names the sorts otherwise', async () => {
  const { body } = await query({ sort: 'title' });
  expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Clerk', 'VP Sales']);
  const refused = await query({ sort: 'company.name' });
  expect([refused.status, refused.body.error.field]).toEqual([422, 'sort']);
});
