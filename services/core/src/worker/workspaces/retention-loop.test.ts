import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queuePendingEvents } from '../../engine/events/webhooks/queue-deliveries.ts';
import * as inactive from '../../store/contacts/inactive-contacts-store.ts';
import { addContact, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { until } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { eraseSome, startRetentionLoop } from './retention-loop.ts';

const dayMs = 86_400_000;
let core: TestCore;
let now = new Date('2030-01-01T10:00:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

function pass(days: number) {
  now = new Date(now.getTime() + days * dayMs);
}
function keepFor(retentionDays: number | null) {
  return core.request('PATCH', '/settings', { body: { retentionDays } });
}
async function statusOf(contactId: string) {
  return (await core.request('GET', `/contacts/${contactId}`)).status;
}
async function isSuppressed(value: string) {
  return (await core.request('GET', `/suppressions/check?value=${value}`)).body.data.isSuppressed;
}

test('erases inactive people with all their data, and emits events', async () => {
  const { campaignId, contactIds } = await launchCampaign(core, 1);
  const quiet = contactIds[0]!;
  const refused = await addContact(core, { email: 'no@quiet.example' });
  await core.request('POST', '/suppressions', { body: { value: 'no@quiet.example', reason: 'unsubscribe' } });
  pass(31);
  const lively = await addContact(core, { email: 'lively@quiet.example' });
  expect((await keepFor(60)).status).toBe(200);
  await eraseSome(core.deps);
  expect(await statusOf(quiet)).toBe(200);

  const dry = await core.request('PATCH', '/settings?dryRun=true', { body: { retentionDays: 30 } });
  expect(dry.body.data.warnings).toEqual([expect.stringMatching(/^2 contacts without activity for 30 days/)]);
  await keepFor(30);
  while (await eraseSome(core.deps));

  expect(await Promise.all([quiet, refused, lively].map(statusOf))).toEqual([404, 404, 200]);
  expect(await messagesOf(core, campaignId)).toEqual([]);
  // People who opted out are still recognized. The others can be added again.
  expect(await isSuppressed('no@quiet.example')).toBe(true);
  const { body: entries } = await core.request('GET', '/suppressions');
  expect(entries.data).toMatchObject([{ value: null }]);
  const { body: events } = await core.request('GET', `/events?type=contact.erased&subjectId=${quiet}`);
  expect(events.data).toMatchObject([{ data: { contactId: quiet, reason: 'retention' } }]);
  const { body: audit } = await core.request('GET', `/audit?subjectId=${quiet}&action=erase_contact`);
  expect(audit.data).toMatchObject([
    { via: 'worker', actor: { kind: 'system', id: 'retention' }, result: 'ok', credits: 0 },
  ]);
});

test('erases no one without a setting, and no one in another workspace', async () => {
  await keepFor(null);
  const other = await core.addWorkspace();
  const theirs = await addContact(core, { email: 'theirs@quiet.example' }, other.key);
  const ours = await addContact(core, { email: 'ours@quiet.example' });
  pass(5_000);
  expect(await eraseSome(core.deps)).toBe(false);
  expect(await statusOf(ours)).toBe(200);
  await keepFor(30);
  while (await eraseSome(core.deps));
  expect(await statusOf(ours)).toBe(404);
  expect((await core.request('GET', `/contacts/${theirs}`, { key: other.key })).status).toBe(200);
});

test('two concurrent workers erase each person once', async () => {
  await keepFor(30);
  const ids = [];
  for (const name of ['one', 'two', 'three']) ids.push(await addContact(core, { email: `${name}@both.example` }));
  pass(40);
  await Promise.all([eraseSome(core.deps), eraseSome(core.deps)]);
  while (await eraseSome(core.deps));
  for (const id of ids) {
    expect(await statusOf(id)).toBe(404);
    const { body } = await core.request('GET', `/events?type=contact.erased&subjectId=${id}`);
    expect(body.data).toHaveLength(1);
  }
});

test('does not count people who were deleted before their turn as erased', async () => {
  await keepFor(30);
  await addContact(core, { email: 'gone@quiet.example' });
  pass(40);
  const found = await inactive.findInactiveContacts(core.workspaceId, now, { limit: 1 });
  expect(found).toHaveLength(1);
  while (await eraseSome(core.deps));
  const look = vi.spyOn(inactive, 'findInactiveContacts').mockResolvedValueOnce(found);
  expect(await eraseSome(core.deps)).toBe(false);
  look.mockRestore();
});

test('the worker removes expired records and erases people automatically', async () => {
  const id = await addContact(core, { email: 'alone@quiet.example' });
  await keepFor(30);
  await core.request('PATCH', '/settings', { body: { retention: { events: 1 } } });
  pass(25);
  const lively = await addContact(core, { email: 'later@quiet.example' });
  while (await queuePendingEvents(now));
  pass(15);
  const events = async () => (await core.request('GET', `/events?subjectId=${lively}`)).body.data;
  expect(await events()).not.toEqual([]);
  const loop = startRetentionLoop(core.deps);
  await until(async () => (await statusOf(id)) === 404);
  await loop.stop();
  expect([await events(), await statusOf(lively)]).toEqual([[], 200]);
});
