import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStoreUri } from '../../testing/test-store.ts';
import { disconnectStore, dropStore } from '../connection/connect.ts';
import { needlessIndexes } from './4-needless-indexes.ts';

beforeAll(async () => {
  await mongoose.connect(await testStoreUri(), { dbName: `test_${randomUUID().slice(0, 8)}`, autoIndex: false });
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

test('drops unused indexes wherever they exist, can run again, and keeps the others', async () => {
  const db = mongoose.connection.db!;
  const run = { db, saved: undefined, log: () => {}, save: async () => undefined };
  await db
    .collection('replies')
    .createIndexes([{ key: { workspaceId: 1, messageId: 1 } }, { key: { workspaceId: 1, fromAddress: 1 } }]);
  await needlessIndexes.run(run);
  await needlessIndexes.run(run);
  const names = (await db.collection('replies').indexes()).map(({ name }) => name);
  expect(names.sort()).toEqual(['_id_', 'workspaceId_1_fromAddress_1']);
});
