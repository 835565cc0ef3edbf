import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';
import { installation, resumeSending, stopSending } from '../../store/sending/sending-stop-store.ts';
import { startRunningCampaign, until } from '../../testing/running-campaign.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { startWorker } from '../start-worker.ts';

let core: TestCore;
let sink: SmtpSink;

beforeAll(async () => {
  core = await startTestCore({ environment: { BASE_URL: 'https://outbound.example', WORKER_POLL_MS: '20' } });
  sink = await startSmtpSink();
});
afterAll(async () => {
  await sink?.stop();
  await core?.stop();
});

function now() {
  return new Date();
}
const operator = { kind: 'system', id: 'operator', name: 'Operator' } as const;

async function workspaceWithMessages(people: number) {
  const { workspaceId, key } = await core.addWorkspace();
  const { messages } = await startRunningCampaign({ workspaceId, people, smtpPort: sink.port, now: now() });
  return { workspaceId, key, messages };
}

async function statesOf(messages: MessageRecord[]): Promise<string[]> {
  const found = await Promise.all(messages.map(({ workspaceId, id }) => findMessage(workspaceId, id)));
  return found.map((message) => message!.state);
}

/** Runs a worker until the messages of another workspace, which is not stopped, are sent. */
async function workUntilOthersAreSent(): Promise<void> {
  const { messages } = await workspaceWithMessages(3);
  const worker = startWorker(core.deps);
  try {
    await until(async () => (await statesOf(messages)).every((state) => state === 'sent'));
  } finally {
    await worker.stop();
  }
}

test('a stopped workspace sends nothing, others continue, and resuming it sends the due messages', async () => {
  const { workspaceId, key, messages } = await workspaceWithMessages(3);
  const stopped = await core.request('POST', '/sending/stop', { key, body: { note: 'Wrong list.' } });
  expect(stopped).toMatchObject({ status: 200, body: { data: { state: 'stopped' } } });
  await workUntilOthersAreSent();
  expect(await statesOf(messages)).toEqual(['scheduled', 'scheduled', 'scheduled']);

  const shown = await core.request('GET', '/sending', { key });
  expect(shown.body.data).toMatchObject({
    state: 'stopped',
    stops: [{ scope: 'workspace', reason: 'person', note: 'Wrong list.', stoppedBy: 'test key' }],
  });
  const again = await core.request('POST', '/sending/stop', { key, body: {} });
  expect(again.body.data.stops[0].note).toBe('Wrong list.');

  expect(await resumeSending(workspaceId)).toBe(true);
  const worker = startWorker(core.deps);
  await until(async () => (await statesOf(messages)).every((state) => state === 'sent'));
  await worker.stop();
  expect((await core.request('GET', '/sending', { key })).body.data).toEqual({ state: 'running', stops: [] });
});

test('the dry run of a stop shows its effects and changes nothing', async () => {
  const { key } = await core.addWorkspace();
  const { body } = await core.request('POST', '/sending/stop?dryRun=true', { key, body: {} });
  expect(body.data.effects).toMatchObject([{ op: 'stop', type: 'sending' }]);
  expect((await core.request('GET', '/sending', { key })).body.data.state).toBe('running');
});

test('sends nothing after a stop of the installation, even with messages in progress', async () => {
  const { messages, key } = await workspaceWithMessages(40);
  const worker = startWorker(core.deps);
  await until(async () => (await statesOf(messages)).includes('sent'));
  await stopSending(installation, { reason: 'operator', note: '', stoppedBy: operator, stoppedAt: now() });
  // Messages in the middle of their dialogue finish. Nothing more is sent after that, even by a worker started later.
  await worker.stop();
  const received = sink.received.length;
  const second = startWorker(core.deps);
  await until(async () => !(await statesOf(messages)).includes('sending'));
  await second.stop();
  expect(sink.received.length).toBe(received);
  expect((await statesOf(messages)).filter((state) => state === 'scheduled').length).toBeGreaterThan(0);
  expect((await core.request('GET', '/sending', { key })).body.data.stops).toMatchObject([{ scope: 'installation' }]);
  await resumeSending(installation);
});
