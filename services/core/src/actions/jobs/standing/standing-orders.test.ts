import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeKey } from '../../../engine/members/revoke-key.ts';
import { listApiKeys } from '../../../store/members/api-key-store.ts';
import { signUpWithKey } from '../../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';
import { queueDueOrders } from '../../../worker/jobs/order-loop.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const hourMs = 3_600_000;
const tag = { action: 'create_tag', input: { name: 'Weekly' } };

function asker(key: string) {
  return async (method: string, path: string, body?: object) => {
    const answer = await core.request(method, path, { key, body });
    return { status: answer.status, data: answer.body.data, error: answer.body.error };
  };
}
type Ask = ReturnType<typeof asker>;
async function newAsker(): Promise<Ask> {
  return asker((await core.addWorkspace()).key);
}
/** Lets the given time pass for due orders, and runs their jobs. */
async function afterHours(hours: number): Promise<void> {
  const deps = { ...core.deps, now: () => new Date(Date.now() + hours * hourMs) };
  await queueDueOrders(deps);
  while (await runJobOnce(deps)) {}
}
async function order(ask: Ask, over: object = {}) {
  const body = { name: 'Monday', every: 'week', on: 'monday', at: '08:00', timeZone: 'Europe/Berlin', does: [tag] };
  const { status, data, error } = await ask('POST', '/standing-orders', { ...body, ...over });
  expect(status, JSON.stringify(error)).toBe(201);
  return data;
}
async function listed(ask: Ask) {
  return (await ask('GET', '/standing-orders')).data;
}

test('runs its steps each week, once, with their outcomes', async () => {
  const ask = await newAsker();
  const { id, nextRunAt } = await order(ask, { does: [tag, { action: 'get_outbound_report', input: {} }] });
  expect(new Date(nextRunAt).getUTCDay()).toBe(1);
  await afterHours(0);
  expect(await listed(ask)).toMatchObject([{ id, lastRunAt: null, lastOutcomes: [] }]);
  await Promise.all([afterHours(8 * 24), afterHours(8 * 24)]);
  const [ran] = await listed(ask);
  expect(ran.lastOutcomes).toMatchObject([
    { action: 'create_tag', outcome: 'updated' },
    { action: 'get_outbound_report', outcome: 'updated' },
  ]);
  expect(new Date(ran.nextRunAt) > new Date(nextRunAt)).toBe(true);
  expect((await ask('GET', '/tags')).data).toHaveLength(1);
  expect((await ask('GET', '/jobs?kind=standing_order')).data).toHaveLength(1);
});

test('an action that costs credits waits for a person in every run', async () => {
  const ask = await newAsker();
  const { data: found } = await ask('POST', '/search/people', { limit: 1 });
  const reveal = { action: 'reveal_people', input: { ids: [found.people[0].id] } };
  await order(ask, { every: 'hour', on: undefined, does: [reveal] });
  await afterHours(1);
  const [{ lastOutcomes, failures }] = await listed(ask);
  expect([lastOutcomes[0].outcome, failures]).toEqual(['skipped', 0]);
  const pending = (await ask('GET', '/approvals')).data;
  expect(pending).toMatchObject([{ action: 'reveal_people' }]);
  expect((await ask('GET', '/contacts')).data).toEqual([]);
});

test('three failed runs in a row pause it, and resuming starts the count again', async () => {
  const ask = await newAsker();
  const does = [{ action: 'delete_tag', input: { tagId: 'tag_01J00000000000000000000000' } }, tag];
  const { id } = await order(ask, { every: 'day', on: undefined, does });
  for (const days of [1, 2, 3]) await afterHours(days * 24);
  const [paused] = await listed(ask);
  expect(paused).toMatchObject({ isPaused: true, failures: 3, lastOutcomes: [{ outcome: 'failed' }, {}] });
  const events = (await ask('GET', '/events?type=standing_order.finished')).data;
  expect(events.map(({ data }: { data: { isPaused: boolean } }) => data.isPaused).toSorted()).toEqual([
    false,
    false,
    true,
  ]);
  const { data: daily } = await ask('PATCH', `/standing-orders/${id}`, { every: 'month', on: '31' });
  expect(daily).toMatchObject({ every: 'month', on: '31' });
  expect((await ask('PATCH', `/standing-orders/${id}`, { every: 'hour' })).data).toMatchObject({ on: null });
  const { data: resumed } = await ask('PATCH', `/standing-orders/${id}`, { isPaused: false });
  expect(resumed).toMatchObject({ isPaused: false, failures: 0 });
});

test.each([
  [{ on: 'someday' }, 'on'],
  [{ every: 'day' }, 'on'],
  [{ every: 'month', on: '32' }, 'on'],
  [{ timeZone: 'Europe/Nowhere' }, 'timeZone'],
  [{ at: '25:00' }, 'at'],
  [{ does: [] }, 'does'],
  [{ does: [{ action: 'fly_to_moon', input: {} }] }, 'does.0.action'],
  [{ does: [tag, { action: 'create_tag', input: { name: 'x', nome: 'x' } }] }, 'does.1.input.nome'],
  [{ does: [{ action: 'create_standing_order', input: {} }] }, 'does.0.action'],
  [{ does: [{ action: 'connect_mailbox', input: {} }] }, 'does.0.action'],
])('rejects %j and names %s', async (over, field) => {
  const ask = await newAsker();
  const body = { name: 'Monday', every: 'week', on: 'monday', does: [tag], ...over };
  const { status, error } = await ask('POST', '/standing-orders', body);
  expect([status, error.field]).toEqual([422, field]);
});

test('has at most the scopes of its key, and ends with it', async () => {
  const ask = asker(await core.addKey(['standing_orders:read', 'standing_orders:write', 'tags:read']));
  const [narrow] = await listApiKeys(core.workspaceId);
  const refused = await ask('POST', '/standing-orders', { name: 'T', every: 'hour', does: [tag] });
  expect([refused.status, refused.error.code]).toEqual([403, 'missing_scope']);
  await order(ask, { does: [{ action: 'list_tags', input: {} }] });
  const other = asker(core.key);
  const [{ id }] = await listed(other);
  const changed = await other('PATCH', `/standing-orders/${id}`, { name: 'Mine' });
  expect([changed.status, changed.error.code]).toEqual([409, 'invalid_state']);
  expect((await other('PATCH', `/standing-orders/${id}`, { isPaused: true })).status).toBe(200);
  const actor = { kind: 'system', id: 'test', name: 'Test' } as const;
  await revokeKey(core.workspaceId, narrow!.id, { actor, via: 'app', requestId: 'req_1' }, new Date());
  expect(await listed(other)).toEqual([]);
});

test('a workspace has at most 50, sees only its own, and a repeated key makes one', async () => {
  const ask = await newAsker();
  const { id } = await order(ask);
  const foreign = await newAsker();
  expect(await listed(foreign)).toEqual([]);
  for (const method of ['PATCH', 'DELETE'])
    expect(
      (await foreign(method, `/standing-orders/${id}`, method === 'PATCH' ? { name: 'x' } : undefined)).status,
    ).toBe(404);
  for (let count = 1; count < 50; count += 1) await order(ask, { name: `Order ${count}` });
  const full = await ask('POST', '/standing-orders', { name: 'One more', every: 'hour', does: [tag] });
  expect([full.status, full.error.code]).toEqual([409, 'limit_reached']);
  expect((await ask('DELETE', `/standing-orders/${id}`)).status).toBe(200);
});

test('shows orders under Agents, and ends them from there', async () => {
  const { browser, key } = await signUpWithKey(core);
  const empty = await browser.get('/app/agents');
  expect(empty.html).toContain('No standing orders');
  const { id } = await order(asker(key));
  const { html } = await browser.get('/app/agents');
  expect(html).toContain('every week on Monday at 08:00');
  expect(html).toContain(`/app/do/delete_standing_order?orderId=${id}`);
});
