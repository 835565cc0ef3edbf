import mongoose from 'mongoose';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queuePendingEvents } from '../engine/webhooks/queue-deliveries.ts';
import { noteBackup } from '../store/backup/backup-state.ts';
import { startRunningCampaign } from '../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { storeMetrics } from './store-metrics.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test('shows what waits, counts what happened, and tells the age of a backup once there is one', async () => {
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
  expect(text).toContain('outbound_messages_due 3');
  expect(Number(/^outbound_oldest_due_seconds (\S+)/m.exec(text)![1])).toBeCloseTo(90, 0);
  expect(text).toContain('outbound_sending_stopped 1');
  expect(text).not.toContain('outbound_mailbox_failing{');
  expect(text.match(/^outbound_messages_total.*/gm)).toEqual(['outbound_messages_total{outcome="sent"} 1']);
  expect(text).toContain('outbound_replies_total{class="interested"} 1');
  expect(text).not.toContain('outbound_backup_age_seconds');
  await noteBackup(late, '/backups/a.backup');
  await mongoose.connection.db!.collection('mailboxes').updateMany({}, { $set: { state: 'failing' } });
  const other = new Registry();
  storeMetrics(other, () => now);
  await other.metrics();
  expect(await other.metrics()).toContain('outbound_backup_age_seconds 90');
  expect(await other.metrics()).toContain(`outbound_mailbox_failing{mailbox="${mailbox.id}"} 1`);
});
