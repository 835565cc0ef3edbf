import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { DeliveryModel, queueDeliveries } from './delivery-store.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const now = new Date();

function deliveriesOf(webhookId: string) {
  const event = { eventType: 'contact.created' as const, subjectId: 'con_1' };
  return ['evt_1', 'evt_2'].map((eventId) => ({ workspaceId: core.workspaceId, webhookId, eventId, ...event }));
}

/** Makes the first command fail with this error, after another worker queued the first delivery. */
async function queueBeside(webhookId: string, refusal: Error): Promise<void> {
  const write = vi.spyOn(mongoose.mongo.Collection.prototype, 'bulkWrite').mockImplementationOnce(async () => {
    await queueDeliveries(deliveriesOf(webhookId).slice(0, 1), now);
    throw refusal;
  });
  try {
    await queueDeliveries(deliveriesOf(webhookId), now);
  } finally {
    write.mockRestore();
  }
}

test('two workers queue the same deliveries concurrently, and each exists once', async () => {
  await queueBeside(
    'whk_1',
    new mongoose.mongo.MongoServerError({ code: 11000, errmsg: 'E11000 duplicate key error' }),
  );
  const queued = await DeliveryModel.find({ webhookId: 'whk_1' }).lean();
  expect(queued.map(({ eventId }) => eventId).sort()).toEqual(['evt_1', 'evt_2']);
});

test('does not ignore other errors', async () => {
  await expect(queueBeside('whk_2', new Error('the disk is full'))).rejects.toThrow('the disk is full');
});
