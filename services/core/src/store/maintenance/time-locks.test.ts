import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import '../connection/every-model.ts';
import { takeTokens } from '../idempotency/rate-limit-store.ts';
import { idleAt } from '../sending/send-queue-store.ts';
import { capTimeLocks, type TimeLock, timeLocks } from './time-locks.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const now = new Date();
const dayMs = 86_400_000;
const tomorrow = new Date(now.getTime() + 2 * dayMs);
const longAgo = new Date(0);

function options() {
  return { gatewayDatabaseName: core.config.gatewayDatabaseName, isStart: false };
}

/** Values of the condition of a row, such as `running` for `{ state: { $in: ['running'] } }`. */
function matching(where: object = {}): Record<string, unknown> {
  const meets = (condition: unknown) => {
    if (condition === null || typeof condition !== 'object') return condition;
    const { $in } = condition as { $in?: unknown[] };
    return $in === undefined ? longAgo : $in[0];
  };
  return Object.fromEntries(Object.entries(where).map(([name, condition]) => [name, meets(condition)]));
}

function nested(field: string, value: unknown): Record<string, unknown> {
  const [first, second] = field.split('.') as [string, string | undefined];
  return second === undefined ? { [first]: value } : { [first]: { [second]: value } };
}

function valueAt(document: Record<string, unknown> | null, field: string): unknown {
  const [first, second] = field.split('.') as [string, string | undefined];
  const value = document?.[first];
  return second === undefined ? value : (value as Record<string, unknown>)[second];
}

describe.each(timeLocks.map((lock, row) => [`${row}: ${lock.collection}.${lock.field}`, lock] as const))(
  '%s',
  (name, lock) => {
    const collectionOf = ({ store, collection }: TimeLock) => {
      const database =
        store === 'core' ? mongoose.connection.db! : mongoose.connection.getClient().db(options().gatewayDatabaseName);
      return database.collection<{ _id: string }>(collection);
    };
    const written = async (id: string, at: Date) => {
      const collection = collectionOf(lock);
      const document = {
        _id: `${name} ${id}`,
        workspaceId: `${name} ${id}`,
        ...matching(lock.where),
        ...nested(lock.field, at),
      };
      await collection.insertOne(document);
      return async () => valueAt(await collection.findOne({ _id: document._id }), lock.field);
    };

    test('is at most its period ahead after a step of the clock', async () => {
      const locked = await written('locked', tomorrow);
      const right = await written('right', new Date(now.getTime() + Math.max(0, lock.periodMs - 1)));
      const before = await right();
      await capTimeLocks(now, options());
      expect(await locked()).toEqual(new Date(now.getTime() + (lock.isReset ? 0 : lock.periodMs)));
      expect(await right()).toEqual(before);
    });
  },
);

test('requests pass right after the clock was set back, also without a worker', async () => {
  const rates = mongoose.connection.db!.collection<{ _id: string }>('rate_limits');
  await rates.insertOne({ _id: 'ahead', tat: tomorrow } as { _id: string });
  const window = { quota: 10, windowMs: 60_000 };
  expect(await takeTokens('ahead', 1, window)).toMatchObject({ isGranted: true, remaining: 9 });
});

test('a mailbox without messages stays idle', async () => {
  const queues = mongoose.connection.db!.collection<{ _id: string }>('send_queues');
  await queues.insertOne({ _id: 'idle', turnAt: idleAt } as { _id: string });
  await capTimeLocks(now, options());
  expect(await queues.findOne({ _id: 'idle' })).toMatchObject({ turnAt: idleAt });
});

/** Times ahead that lock nothing, with the reason. */
const harmless: Record<string, string> = {
  expiresAt: 'ends a permission, or deletes a record: both only last longer',
  'messages.scheduledAt': 'the planned time; waits that the worker decided are in the table',
  'messages.wantedAt': 'the planned time',
  'enrollments.resumeAt': 'a date that a person or an absence notice gave',
  'replies.snoozedUntil': 'a date that a person gave',
  undoUntil: 'a time in which a person can take something back: a step of the clock only makes it longer',
};

test('every stored time of such a name is in the table, or is known to lock nothing', () => {
  const locking = /(Until|expiresAt|nextAt|turnAt|slotAt|nextAttemptAt|nextProbeAt|tat|scheduledAt|wantedAt|resumeAt)$/;
  const known = new Set(timeLocks.map(({ collection, field }) => `${collection}.${field}`));
  const missing = Object.values(mongoose.models).flatMap(({ schema, collection }) =>
    Object.entries(schema.paths).flatMap(([path, { instance }]) => {
      const name = `${collection.collectionName}.${path}`;
      const isKnown = known.has(name) || name in harmless || path in harmless;
      return instance === 'Date' && locking.test(path) && !isKnown ? [name] : [];
    }),
  );
  expect(missing).toEqual([]);
});
