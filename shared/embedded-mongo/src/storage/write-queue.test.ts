import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Store } from './store.ts';

let folder: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  store = new Store(
    folder,
    () => {},
    () => new Date(),
  );
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function syncs(): number {
  return store.queue.log.counts.syncs;
}

let written = 0;

function write(): void {
  store.outcomes.remember({ session: Buffer.alloc(16, 1), number: ++written }, { written });
}

test('a batch in which nothing was written needs no sync, and nobody waits for one', async () => {
  write();
  await store.queue.durable();
  const before = syncs();
  store.queue.open();
  await store.queue.durable();
  expect(syncs()).toBe(before);
  write();
  await store.queue.durable();
  expect(syncs()).toBe(before + 1);
});

test('a batch in which nothing was written waits for the one before it', async () => {
  const before = syncs();
  write();
  store.queue.commit();
  store.queue.open();
  await Promise.all([store.queue.durable(), store.queue.durable()]);
  expect(syncs()).toBeGreaterThan(before);
  expect(store.outcomes.find(Buffer.alloc(16, 1))).toMatchObject({ number: written });
});

test('what is written after a batch was opened is in it', async () => {
  const before = syncs();
  store.queue.open();
  write();
  write();
  await Promise.all([store.queue.durable(), store.queue.durable()]);
  expect(syncs()).toBe(before + 1);
});

test('a batch that fails rejects all who wait, and the next one is good', async () => {
  store.queue.open();
  const waiting = [store.queue.durable(), store.queue.durable()];
  const outcomes = Promise.allSettled(waiting);
  expect(() =>
    store.queue.write(1, () => {
      throw new Error('lost');
    }),
  ).toThrow('lost');
  expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  write();
  await store.queue.durable();
  expect(store.outcomes.find(Buffer.alloc(16, 1))).toMatchObject({ number: written });
});

test('work between two batches runs at once, or when the open one has ended', async () => {
  const order: string[] = [];
  await store.queue.betweenBatches(() => order.push('at once'));
  store.queue.open();
  write();
  const later = store.queue.betweenBatches(() => order.push('after'));
  order.push('open');
  await later;
  expect(order).toEqual(['at once', 'open', 'after']);
  await expect(
    store.queue.betweenBatches(() => {
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
});
