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

test('an empty batch needs no sync, and durable() resolves without one', async () => {
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

test('an empty batch waits for the batch before it', async () => {
  const before = syncs();
  write();
  stored.store.queue.commit();
  stored.store.queue.open();
  await Promise.all([stored.store.queue.durable(), stored.store.queue.durable()]);
  expect(syncs()).toBeGreaterThan(before);
  expect(stored.store.outcomes.find(Buffer.alloc(16, 1))).toMatchObject({ number: written });
});

test('writes after a batch was opened belong to that batch', async () => {
  const before = syncs();
  stored.store.queue.open();
  write();
  write();
  await Promise.all([stored.store.queue.durable(), stored.store.queue.durable()]);
  expect(syncs()).toBe(before + 1);
});

test('a failed batch rejects all waiters, and the next batch succeeds', async () => {
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

test('work between batches runs immediately, or after the open batch ends', async () => {
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
