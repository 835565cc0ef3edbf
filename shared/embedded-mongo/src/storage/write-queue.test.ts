import { expect, test } from 'vitest';
import { useStore } from '../../test/use-store.ts';

const stored = useStore();

function syncs(): number {
  return stored.store.queue.log.counts.syncs;
}

let written = 0;

function write(): void {
  stored.store.outcomes.remember({ session: Buffer.alloc(16, 1), number: ++written }, { written });
}

test('a batch in which nothing was written needs no sync, and nobody waits for one', async () => {
  write();
  await stored.store.queue.durable();
  const before = syncs();
  stored.store.queue.open();
  await stored.store.queue.durable();
  expect(syncs()).toBe(before);
  write();
  await stored.store.queue.durable();
  expect(syncs()).toBe(before + 1);
});

test('a batch in which nothing was written waits for the one before it', async () => {
  const before = syncs();
  write();
  stored.store.queue.commit();
  stored.store.queue.open();
  await Promise.all([stored.store.queue.durable(), stored.store.queue.durable()]);
  expect(syncs()).toBeGreaterThan(before);
  expect(stored.store.outcomes.find(Buffer.alloc(16, 1))).toMatchObject({ number: written });
});

test('what is written after a batch was opened is in it', async () => {
  const before = syncs();
  stored.store.queue.open();
  write();
  write();
  await Promise.all([stored.store.queue.durable(), stored.store.queue.durable()]);
  expect(syncs()).toBe(before + 1);
});

test('a batch that fails rejects all who wait, and the next one is good', async () => {
  stored.store.queue.open();
  const waiting = [stored.store.queue.durable(), stored.store.queue.durable()];
  const outcomes = Promise.allSettled(waiting);
  expect(() =>
    stored.store.queue.write(1, () => {
      throw new Error('lost');
    }),
  ).toThrow('lost');
  expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  write();
  await stored.store.queue.durable();
  expect(stored.store.outcomes.find(Buffer.alloc(16, 1))).toMatchObject({ number: written });
});

test('work between two batches runs at once, or when the open one has ended', async () => {
  const order: string[] = [];
  await stored.store.queue.betweenBatches(() => order.push('at once'));
  stored.store.queue.open();
  write();
  const later = stored.store.queue.betweenBatches(() => order.push('after'));
  order.push('open');
  await later;
  expect(order).toEqual(['at once', 'open', 'after']);
  await expect(
    stored.store.queue.betweenBatches(() => {
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
});
