import mongoose from 'mongoose';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queuePendingEvents } from '../engine/events/webhooks/queue-deliveries.ts';
import { noteBackup } from '../store/backup/backup-state.ts';
import { startRunningCampaign } from '../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { storeMetrics } from './store-metrics.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test('shows pending work, counts events, and reports the age of a backup once there is one', async () => {
  const now = new Date();
  const late = new Date(now.getTime() - 90_000);
  const { mailbox } = await startRunningCampaign({
    workspaceId: core.workspaceId,
    people: 3,
    smtpPort: null,
    now: late,
  });
  await core.request('POST', '/sending/stop', { body: {} });
  const event = { id: 'evt_1', workspaceId: core.workspaceId, subjectId: 'msg_1', createdAt: now };
  const registry = new Registry();
  const { count } = storeMetrics(registry, () => now);
  count([
    { ...event, type: 'message.sent', data: {} },
    { ...event, type: 'message.awaiting_approval', data: {} },
    { ...event, type: 'campaign.launched', data: {} },
    { ...event, type: 'reply.received', data: { class: 'interested' } },
  ]);
  expect(await queuePendingEvents(now, count)).toBeTypeOf('boolean');
  const text = await registry.metrics();
  // A stop waits for a person.
  expect(text).toContain('outbound_messages_waiting{cause="paused"} 3');
  expect(text).toContain('outbound_messages_waiting{cause="late"} 0');
  expect(Number(/^outbound_oldest_waiting_seconds{cause="paused"} (\S+)/m.exec(text)![1])).toBeCloseTo(90, 0);
  expect(text).not.toContain('outbound_oldest_waiting_seconds{cause="late"}');
  expect(text).toContain('outbound_sending_stopped{reason="person"} 1');
  expect(text).toContain('outbound_sending_stopped{reason="disk_full"} 0');
  expect(text).not.toMatch(/^outbound_oldest_hold_seconds/m);
  expect(text).not.toContain('outbound_mailbox_failing{');
  expect(text).toContain('outbound_messages_total{outcome="sent"} 1');
  // All other series start at zero, so that a rule about an increase detects their first event.
  expect(text).toContain('outbound_messages_total{outcome="unconfirmed"} 0');
  expect(text).toContain('outbound_replies_total{class="complaint"} 0');
  expect(text).not.toContain('outcome="awaiting_approval"');
  expect(text).toContain('outbound_replies_total{class="interested"} 1');
  expect(text).not.toMatch(/^outbound_backup_age_seconds/m);
  await noteBackup(late, '/backups/a.backup');
  expect(await registry.metrics()).toContain('outbound_backup_age_seconds 90');
  await mongoose.connection.db!.collection('mailboxes').updateMany({}, { $set: { state: 'failing' } });
  const other = new Registry();
  storeMetrics(other, () => now);
  await other.metrics();
  expect(await other.metrics()).toContain('outbound_backup_age_seconds 90');
  expect(await other.metrics()).toContain(`outbound_mailbox_failing{mailbox="${mailbox.id}"} 1`);
});

/** Lines of a registry about this core. */
async function linesOf(registry: Registry, name: string): Promise<string[]> {
  const text = await registry.metrics();
  return text.split('\n').filter((line) => line.startsWith(`outbound_${name}`));
}

function collection(name: string) {
  return mongoose.connection.db!.collection<{ _id: string; state: string }>(name);
}

test('every gauge shows stored values, and rereads them after at least five seconds', async () => {
  const elapsed = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const now = new Date();
  const { workspaceId } = core;
  const createdAt = new Date(now.getTime() - 60_000);
  const rows = (prefix: string, states: string[]) =>
    states.map((state, index) => ({
      _id: `${prefix}_${index}`,
      eventId: `evt_${index}`,
      workspaceId,
      state,
      createdAt,
    }));
  const stored = {
    jobs: rows('job', ['queued', 'queued', 'running', 'completed']),
    operations: rows('op', ['held', 'held', 'done']),
    webhook_deliveries: rows('dlv', ['pending', 'pending', 'pending', 'delivered']).map((row) => ({
      ...row,
      nextAttemptAt: now,
    })),
  };
  for (const [name, documents] of Object.entries(stored)) await collection(name).insertMany(documents);
  await collection('mailboxes').deleteMany({});
  await collection('mailboxes').insertMany(
    rows('mbx', ['active', 'failing', 'paused']).map((row) => ({ ...row, address: row._id })),
  );
  const registry = new Registry();
  storeMetrics(registry, () => now);
  expect(await linesOf(registry, 'jobs')).toEqual([
    'outbound_jobs{state="queued"} 2',
    'outbound_jobs{state="running"} 1',
  ]);
  expect(await linesOf(registry, 'credit_holds')).toEqual(['outbound_credit_holds 2']);
  expect(await linesOf(registry, 'oldest_hold_seconds')).toEqual(['outbound_oldest_hold_seconds 60']);
  expect(await linesOf(registry, 'webhook_backlog')).toEqual(['outbound_webhook_backlog 3']);
  expect(await linesOf(registry, 'mailboxes{')).toEqual(
    ['active', 'paused', 'failing'].map((state) => `outbound_mailboxes{state="${state}"} 1`),
  );
  expect(await linesOf(registry, 'mailbox_read_lag_seconds')).toEqual([]);
  const failing = ['outbound_mailbox_failing{mailbox="mbx_1"} 1'];
  expect(await linesOf(registry, 'mailbox_failing')).toEqual(failing);
  await collection('mailboxes').updateMany({}, { $set: { state: 'active' } });
  elapsed.mockReturnValue(6_000);
  expect(await linesOf(registry, 'mailbox_failing')).toEqual(failing);
  elapsed.mockReturnValue(6_001);
  expect(await linesOf(registry, 'mailbox_failing')).toEqual([]);
  expect(await linesOf(registry, 'mailboxes{')).toContain('outbound_mailboxes{state="active"} 3');
  // One was read ten minutes ago, one now, and one is never read because it cannot be.
  const reads = { kind: 'smtp', imap: {}, createdAt: now };
  const before = new Date(now.getTime() - 600_000);
  await collection('mailboxes').updateOne({ _id: 'mbx_0' }, { $set: { ...reads, lastReadAt: before, unreadCount: 7 } });
  await collection('mailboxes').updateOne({ _id: 'mbx_1' }, { $set: { ...reads, lastReadAt: now } });
  await collection('mailboxes').updateOne({ _id: 'mbx_2' }, { $set: { ...reads, imap: null, createdAt: before } });
  elapsed.mockReturnValue(11_002);
  const lag = await linesOf(registry, 'mailbox_read_lag_seconds');
  for (const line of ['bucket{le="300"} 1', 'bucket{le="600"} 2', 'sum 600', 'count 2'])
    expect(lag).toContain(`outbound_mailbox_read_lag_seconds_${line}`);
  expect(await linesOf(registry, 'mailboxes_without_reading')).toEqual(['outbound_mailboxes_without_reading 1']);
  expect(await linesOf(registry, 'mailbox_unread_messages')).toEqual(['outbound_mailbox_unread_messages 7']);
  elapsed.mockRestore();
});

test('counts complaints along with replies, and nothing twice', async () => {
  const registry = new Registry();
  const { count } = storeMetrics(registry, () => new Date());
  const event = { id: 'evt_1', workspaceId: core.workspaceId, subjectId: 'msg_1', createdAt: new Date() };
  count([
    { ...event, type: 'message.bounced', data: { bounceType: 'complaint' } },
    { ...event, type: 'message.bounced', data: { bounceType: 'hard' } },
    { ...event, type: 'contact.created', data: { bounceType: 'complaint', class: 'interested' } },
    { ...event, type: 'message.sent', data: { class: 'interested' } },
  ]);
  // A complaint does not count as a bounce.
  expect((await linesOf(registry, 'messages_total')).filter((line) => !line.endsWith(' 0'))).toEqual([
    'outbound_messages_total{outcome="sent"} 1',
    'outbound_messages_total{outcome="bounced"} 1',
  ]);
  expect((await linesOf(registry, 'replies_total')).filter((line) => !line.endsWith(' 0'))).toEqual([
    'outbound_replies_total{class="complaint"} 1',
  ]);
});
