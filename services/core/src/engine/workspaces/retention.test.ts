import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainSome } from '../../store/events/audit/audit-chain-store.ts';
import { launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { removeOldRecords } from '../../worker/workspaces/retention-loop.ts';
import { queuePendingEvents } from '../events/webhooks/queue-deliveries.ts';
import { sendDue } from '../sending/send-due.ts';

const dayMs = 86_400_000;
let core: TestCore;
let now = new Date();
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

async function read(path: string) {
  return (await core.request('GET', path)).body.data;
}

interface Message {
  state: string;
  bodyText: string;
  expectedAt: string | null;
  waitReason: string | null;
}

function withoutWait({ expectedAt: _at, waitReason: _reason, ...message }: Message) {
  return message;
}

test('removes each kind of record after its retention period, nothing else, and previews the counts', async () => {
  const { campaignId } = await launchCampaign(core, 2);
  expect(await sendDue(core.deps)).toBe(2);
  const [sent] = await messagesOf(core, campaignId, '&state=sent');
  const reply = { text: 'Please tell me more.' };
  expect((await core.request('POST', `/sandbox/messages/${sent.id}/reply`, { body: reply })).status).toBe(200);
  const [answered] = await read('/replies');
  await core.request('POST', `/replies/${answered.id}/dismiss`, { body: {} });
  const before: Message[] = await messagesOf(core, campaignId);
  now = new Date(now.getTime() + 40 * dayMs);

  const retention = { mail: 30, captured: 30 };
  const dry = await core.request('PATCH', '/settings?dryRun=true', { body: { retention } });
  expect(dry.body.data.warnings).toEqual([
    'mail: 4 records older than 30 days will be removed permanently within the hour.',
    'captured: 2 records older than 30 days will be removed permanently within the hour.',
  ]);
  await removeOldRecords(core.deps);
  // Only what depends on the time of reading differs.
  const kept = (await messagesOf(core, campaignId)) as Message[];
  expect(kept.map(withoutWait)).toEqual(before.map(withoutWait));

  const set = await core.request('PATCH', '/settings', { body: { retention } });
  expect(set.body.data.retention).toEqual({ ...retention, audit: null, jobs: null, events: null });
  await removeOldRecords(core.deps);
  const after: Message[] = await messagesOf(core, campaignId);
  expect(after.map(({ state }) => state)).toEqual(before.map(({ state }) => state));
  const texts = (messages: Message[], isOpen: boolean) =>
    messages.filter(({ state }) => (state === 'scheduled') === isOpen).map(({ bodyText }) => bodyText);
  expect(new Set(texts(after, false))).toEqual(new Set(['']));
  expect(texts(after, true)).toEqual(texts(before, true));
  expect((await read('/replies'))[0]).toMatchObject({ class: 'interested' });
  expect(JSON.stringify(await read('/replies'))).not.toContain('tell me more');
  expect(await read('/sandbox/messages')).toEqual([]);
  expect((await read('/audit')).length).toBeGreaterThan(5);

  await core.request('PATCH', '/settings', { body: { retention: { audit: 30, events: 1, mail: null } } });
  const untouched = [await read('/audit'), await read('/events')];
  await removeOldRecords(core.deps);
  // Entries that the worker has not yet chained, or queued for webhooks, are kept regardless of age.
  expect([await read('/audit'), await read('/events')]).toEqual(untouched);
  await chainSome(core.workspaceId);
  expect(await queuePendingEvents(now)).toBe(true);
  await removeOldRecords(core.deps);
  const actions = (await read('/audit')).map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['update_settings', 'update_settings']);
  expect(await read('/events')).toEqual([]);
});

test.each([
  ['mail', 6],
  ['audit', 29],
  ['events', 0],
  ['letters', 30],
])('rejects keeping %s for %i days', async (kind, days) => {
  const { status } = await core.request('PATCH', '/settings', { body: { retention: { [kind]: days } } });
  expect(status).toBe(422);
});
