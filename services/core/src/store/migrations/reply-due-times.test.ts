import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStoreUri } from '../../testing/test-store.ts';
import { disconnectStore, dropStore } from '../connection/connect.ts';
import { replyDueTimes } from './8-reply-due-times.ts';

beforeAll(async () => {
  await mongoose.connect(await testStoreUri(), { dbName: `test_${randomUUID().slice(0, 8)}`, autoIndex: false });
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

// Shape of a reply and a workspace before this version.
const window = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00', timeZone: 'UTC' };
const receivedAt = new Date('2026-11-27T15:00:00Z');

test('gives every reply the due time of its class, in batches, and keeps those that have one', async () => {
  const db = mongoose.connection.db!;
  const replies = db.collection<{ _id: string; dueAt?: Date }>('replies');
  await db.collection<{ _id: string }>('workspaces').insertOne({ _id: 'w', settings: { window, timeZone: 'UTC' } } as {
    _id: string;
  });
  const old = { workspaceId: 'w', receivedAt, version: 1 };
  const own = new Date('2026-12-24T00:00:00Z');
  await replies.insertMany([
    { ...old, _id: 'rpl_1', class: 'question' } as { _id: string },
    { ...old, _id: 'rpl_2', class: 'not_now' } as { _id: string },
    { ...old, _id: 'rpl_3', class: 'question', dueAt: own } as { _id: string },
    { ...old, _id: 'rpl_4', class: 'question', workspaceId: 'gone' } as { _id: string },
  ]);
  const run = { db, saved: undefined, log: () => {}, save: async () => undefined, batchSize: 1 };
  await replyDueTimes.run(run);
  await replyDueTimes.run(run);
  const found = await replies.find().sort({ _id: 1 }).toArray();
  const expected = ['2026-11-30T11:00:00.000Z', '2026-11-29T15:00:00.000Z', own.toISOString(), undefined];
  expect(found.map(({ dueAt }) => dueAt?.toISOString())).toEqual(expected);
});
