import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStoreUri } from '../../testing/test-store.ts';
import { disconnectStore, dropStore } from '../connection/connect.ts';
import { webhookTurns } from './10-webhook-turns.ts';

beforeAll(async () => {
  await mongoose.connect(await testStoreUri(), { dbName: `test_${randomUUID().slice(0, 8)}`, autoIndex: false });
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

test('endpoints of earlier versions are due once, stay thin, and keep a later time', async () => {
  const db = mongoose.connection.db!;
  const webhooks = db.collection<{ _id: string; dueAt?: Date }>('webhooks');
  const later = new Date('2026-11-27T10:00:00Z');
  await webhooks.insertMany([{ _id: 'whk_1' }, { _id: 'whk_2', dueAt: later }]);
  const key = { workspaceId: 1, webhookId: 1, subjectId: 1, eventId: 1 } as const;
  await db.collection('webhook_deliveries').createIndexes([{ key }]);
  const run = { db, saved: undefined, log: () => {}, save: async () => undefined };
  await webhookTurns.run(run);
  await webhookTurns.run(run);
  expect(await webhooks.find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 'whk_1', dueAt: new Date(0), payload: 'thin', batchSize: 1 },
    { _id: 'whk_2', dueAt: later, payload: 'thin', batchSize: 1 },
  ]);
  expect((await db.collection('webhook_deliveries').indexes()).map(({ name }) => name)).toEqual(['_id_']);
});
