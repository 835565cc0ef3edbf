import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { useStore } from '../../../test/use-store.ts';
import { CheckpointThread } from './checkpoint-thread.ts';

const stored = useStore();

afterEach(() => vi.restoreAllMocks());

/**
 * A transaction that stays open as long as the test needs, or until the log ends it. Its snapshot prevents the log from
 * restarting.
 */
function openTransaction() {
  const { snapshots, sequence } = stored.store;
  const snapshot = snapshots.take(sequence);
  const waitedFor = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<boolean>();
  const endedByLog = Promise.withResolvers<void>();
  const release = () => {
    if (holders.count > 0) snapshots.release(snapshot);
    holders.count = 0;
  };
  const holders = {
    count: 1,
    whenNone: () => {
      waitedFor.resolve();
      return ended.promise;
    },
    endAll: () => {
      release();
      endedByLog.resolve();
    },
  };
  stored.store.queue.checkpoints.holders = holders;
  const end = () => {
    release();
    ended.resolve(true);
  };
  const goOn = () => ended.resolve(false);
  return { waitedFor: waitedFor.promise, endedByLog: endedByLog.promise, end, goOn };
}

function write(number: number, bytes = 0): Promise<void> {
  stored.store.outcomes.remember({ session: Buffer.alloc(16, number), number }, { number, filler: 'x'.repeat(bytes) });
  return stored.store.queue.durable();
}

test('while open transactions end, new transactions wait and other writes continue', async () => {
  const { checkpoints } = stored.store.queue;
  await write(1);
  const transaction = openTransaction();
  const emptied = stored.store.queue.emptyLog();
  await transaction.waitedFor;
  expect(checkpoints.transactions.opened).toBeDefined();
  expect(stored.store.queue.gate).toBeUndefined();
  await write(2);
  transaction.end();
  await emptied;
  expect(checkpoints.transactions.opened).toBeUndefined();
  expect(stored.store.queue.gate).toBeUndefined();
  expect(statSync(join(stored.folder, 'mongo.sqlite-wal')).size).toBe(0);
  expect(stored.store.outcomes.find(Buffer.alloc(16, 2))).toMatchObject({ number: 2 });
});

test('log pages held by a transaction are moved during other writes when the transaction is ended', async () => {
  const transaction = openTransaction();
  for (let number = 1; number <= 34; number++) await write(number, 1024 * 1024);
  await transaction.waitedFor;
  expect(stored.store.queue.gate).toBeDefined();
  transaction.goOn();
  await transaction.endedByLog;
  expect(stored.store.queue.gate).toBeUndefined();
  await stored.store.queue.pass();
  await stored.store.queue.emptyLog();
  expect(statSync(join(stored.folder, 'mongo.sqlite-wal')).size).toBe(0);
});

test('the first write starts the thread that moves the log, long before there is anything to move', async () => {
  const start = vi.spyOn(CheckpointThread.prototype, 'start');
  const run = vi.spyOn(CheckpointThread.prototype, 'run');
  expect(start).not.toHaveBeenCalled();
  await write(1);
  expect(start).toHaveBeenCalled();
  expect(run).not.toHaveBeenCalled();
});

test('a held log is moved after its release, even in the middle of a batch', async () => {
  const { checkpoints } = stored.store.queue;
  const run = vi.spyOn(CheckpointThread.prototype, 'run');
  await checkpoints.hold({ endBytes: 1024 * 1024 * 1024, onTooLarge: () => {} });
  for (let number = 1; number <= 20; number++) await write(number, 1024 * 1024);
  expect(run).not.toHaveBeenCalled();
  const written = write(21);
  checkpoints.release();
  await written;
  expect(run).toHaveBeenCalledWith('move');
  await stored.store.queue.emptyLog();
  expect(statSync(join(stored.folder, 'mongo.sqlite-wal')).size).toBe(0);
});

test('a held log reports that it has grown too large', async () => {
  const onTooLarge = vi.fn();
  await stored.store.queue.checkpoints.hold({ endBytes: 4 * 1024 * 1024, onTooLarge });
  for (let number = 1; number <= 8; number++) await write(number, 1024 * 1024);
  expect(onTooLarge).toHaveBeenCalled();
  stored.store.queue.checkpoints.release();
});
