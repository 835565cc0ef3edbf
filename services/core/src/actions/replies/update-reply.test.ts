import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endMember } from '../../engine/members/change-member.ts';
import { seedWorld, type World } from '../../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const dayMs = 86_400_000;

let core: TestCore;
let world: World;
let path: string;
beforeAll(async () => {
  core = await startTestCore();
});
beforeEach(async () => {
  world = await seedWorld(core);
  path = `/replies/${world.ids.replyId}`;
});
afterAll(() => core.stop());

function update(body: object, headers = {}) {
  const { ids, key } = world;
  return core.request('PATCH', `/replies/${ids.replyId}`, { key, body, headers });
}
function inDays(days: number) {
  return new Date(Date.now() + days * dayMs).toISOString();
}
async function eventsOf(type: string) {
  return (await core.request('GET', `/events?type=${type}`, { key: world.key })).body.data;
}
async function found(where: object) {
  return (await core.request('POST', '/replies/query', { key: world.key, body: { where } })).body.data.length;
}

test('sets owner, labels, and snooze once for a repeated key, and announces the change', async () => {
  const wanted = { ownerId: world.ids.userId, labels: ['pricing', 'Q3'], snoozedUntil: inDays(2) };
  const headers = { 'idempotency-key': `update-${world.ids.replyId}` };
  const { body } = await update(wanted, headers);
  expect(body.data).toMatchObject({ ...wanted, state: 'new', class: 'question', version: 2 });
  expect((await update(wanted, headers)).body).toEqual(body);
  const [event, ...others] = await eventsOf('reply.updated');
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    subjectId: world.ids.replyId,
    data: { contactId: world.ids.contactId, fields: ['ownerId', 'labels', 'snoozedUntil'] },
  });
  expect(await found({ field: 'labels', op: 'eq', value: 'PRICING' })).toBe(1);
  expect(await found({ field: 'ownerId', op: 'eq', value: world.ids.userId })).toBe(1);
  expect((await update(wanted)).body.summary).toBe('Nothing to change.');
  const { body: cleared } = await update({ ownerId: null, labels: [], snoozedUntil: null });
  expect(cleared.data).toMatchObject({ ownerId: null, labels: [], snoozedUntil: null });
});

test('rejects a stranger as owner, times that are past or far away, and other workspaces', async () => {
  for (const [body, field] of [
    [{ ownerId: core.workspaceId.replace('wsp', 'usr') }, 'ownerId'],
    [{ snoozedUntil: inDays(-1) }, 'snoozedUntil'],
    [{ snoozedUntil: inDays(400) }, 'snoozedUntil'],
    [{ labels: [' '] }, 'labels.0'],
    [{ labels: Array.from({ length: 21 }, (_, index) => `l${index}`) }, 'labels'],
  ] as const) {
    const { status, body: refused } = await update(body);
    expect([status, refused.error.code, refused.error.field]).toEqual([422, 'validation_failed', field]);
  }
  expect((await core.request('PATCH', path, { body: { labels: ['x'] } })).status).toBe(404);
  expect((await core.request('POST', `${path}/reopen`)).status).toBe(404);
});

test('reopens a dismissed reply, and no other', async () => {
  const reopen = () => core.request('POST', `/replies/${world.ids.replyId}/reopen`, { key: world.key });
  const early = await reopen();
  expect([early.status, early.body.error.code]).toEqual([409, 'invalid_state']);
  await core.request('POST', `${path}/dismiss`, { key: world.key });
  const snoozed = await update({ snoozedUntil: inDays(1) });
  expect([snoozed.status, snoozed.body.error.field]).toEqual([409, 'snoozedUntil']);
  const { body } = await reopen();
  expect(body.data).toMatchObject({ state: 'new', needsAction: true });
  expect((await reopen()).status).toBe(409);
  expect((await eventsOf('reply.updated')).map(({ data }: { data: { fields: string[] } }) => data.fields)).toEqual([
    ['state', 'needsAction'],
    ['state', 'isRead', 'needsAction'],
  ]);
});

test('mail that matched no sent message is unmatched again after it is reopened', async () => {
  const { key } = world;
  const raw = 'From: nobody@elsewhere.example\nSubject: Hello\n\nHello there.';
  const { body } = await core.request('POST', '/sandbox/inbound', { key, body: { raw } });
  const own = `/replies/${body.data.replyId}`;
  await core.request('POST', `${own}/dismiss`, { key });
  const { body: reopened } = await core.request('POST', `${own}/reopen`, { key });
  expect(reopened.data.state).toBe('unmatched');
});

test('a class decides when a reply is due', async () => {
  const classify = async (to: string) =>
    (await core.request('POST', `${path}/classify`, { key: world.key, body: { class: to } })).body.data;
  const calm = await classify('not_now');
  expect(Date.parse(calm.dueAt) - Date.parse(calm.receivedAt)).toBe(2 * dayMs);
  const urgent = await classify('interested');
  expect(Date.parse(urgent.dueAt) - Date.parse(urgent.receivedAt)).toBeGreaterThanOrEqual(4 * 3_600_000);
  expect(urgent.dueAt).not.toBe(calm.dueAt);
  expect(await found({ field: 'dueAt', op: 'after', value: '-30d' })).toBe(1);
});

test('a reply belongs to no one after its owner has left', async () => {
  await update({ ownerId: world.ids.userId });
  const { workspaceId, ids } = world;
  const act = { actor: { kind: 'system', id: 'test', name: 'test' }, via: 'app', requestId: 'req_test' } as const;
  const member = { workspaceId, userId: ids.userId!, name: 'Colleague' };
  await endMember('removal', { ...member, act, keptSessionId: null, now: new Date() });
  const { body } = await core.request('GET', path, { key: world.key });
  expect(body.data).toMatchObject({ ownerId: null, version: 3 });
});
