import { Readiness } from '@outbound/node-service/http/readiness';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { connectStore, currentDatabase, disconnectStore } from '../connection/connect.ts';
import { takeTokens } from '../idempotency/rate-limit-store.ts';
import { wasDiskFull } from './full-disk.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const full = new mongoose.mongo.MongoServerError({ code: 14031, errmsg: 'the disk is full' });

test('on a full disk, reads continue, and failed writes and /readyz report the reason', async () => {
  // Write commands, which the store rejects on a full disk.
  const writes = [
    vi.spyOn(mongoose.mongo.Collection.prototype, 'findOneAndUpdate'),
    vi.spyOn(mongoose.mongo.MongoClient.prototype, 'bulkWrite'),
    vi.spyOn(mongoose.mongo.Collection.prototype, 'insertMany'),
  ].map((write) => write.mockRejectedValue(full));
  try {
    expect((await core.request('GET', '/contacts')).status).toBe(200);
    const uncounted = { isGranted: true, remaining: 0, resetMs: 0 };
    expect(await takeTokens('anybody', 1, { quota: 1, windowMs: 60_000 })).toEqual(uncounted);
    const refused = await core.request('POST', '/tags', { body: { name: 'Any' } });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.body.error).toMatchObject({ code: 'unavailable', retryable: true });
    expect(refused.body.error.message).toContain('disk of the store is full');
  } finally {
    for (const write of writes) write.mockRestore();
  }
  const { ok, parts } = await new Readiness({
    name: 'core',
    isStoreReady: async () => true,
    now: () => new Date(),
    isDiskFull: wasDiskFull,
  }).report();
  expect(ok).toBe(true);
  expect(parts.store).toMatchObject({ state: 'degraded', reason: expect.stringContaining('disk is full') });
  expect((await core.request('POST', '/tags', { body: { name: 'Any' } })).status).toBe(201);
});

/** Connects again, like a part that starts while the disk is full. */
async function startOnFullDisk(): Promise<void> {
  const { mongodbUri, databaseName, keyRing } = core.config;
  const writes = [
    vi.spyOn(mongoose.mongo.Collection.prototype, 'createIndexes'),
    vi.spyOn(mongoose.mongo.Collection.prototype, 'findOneAndUpdate'),
  ].map((write) => write.mockRejectedValue(full));
  await disconnectStore();
  try {
    await connectStore(mongodbUri, databaseName, { keyRing });
  } finally {
    for (const write of writes) write.mockRestore();
  }
}

test('a part starts read-only on a full disk, but not if an index is missing', async () => {
  await startOnFullDisk();
  expect((await core.request('GET', '/contacts')).status).toBe(200);
  await currentDatabase().collection('tags').dropIndexes();
  await expect(startOnFullDisk()).rejects.toThrow('the disk is full');
  const { mongodbUri, databaseName, keyRing } = core.config;
  await connectStore(mongodbUri, databaseName, { keyRing });
});
