import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testStoreUri } from '../../testing/test-store.ts';
import { connectStore, disconnectStore, dropStore } from '../connection/connect.ts';
import { changeInBatches } from './change-in-batches.ts';
import { migrateStore } from './migrate-store.ts';
import type { Migration, MigrationRun } from './migration.ts';
import { readSchemaRecord, schemaRecords } from './schema-record.ts';

const uri = await testStoreUri();
let name: string;
let clock: Date;
let logged: string[];

function db() {
  return mongoose.connection.db!;
}
function options(migrations: readonly Migration[]) {
  return {
    migrations,
    now: async () => clock,
    log: (text: string) => void logged.push(text),
  };
}

beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  clock = new Date('2026-05-04T08:00:00Z');
  logged = [];
  await mongoose.connect(uri, { dbName: name, autoIndex: false });
});
afterEach(async () => {
  if (mongoose.connection.readyState !== 1) await mongoose.connect(uri, { dbName: name });
  await dropStore();
  await disconnectStore();
});

function migration(version: number, run: Migration['run'], isCompatible = true): Migration {
  return { version, name: `step ${version}`, isCompatible, run };
}

/** Data of a release from before migrations. */
async function oldData(count = 3): Promise<void> {
  const docs = Array.from({ length: count }, (_, i) => ({ _id: `con_${String(i).padStart(5, '0')}`, n: i }));
  await db().collection<{ _id: string; n: number }>('contacts').insertMany(docs);
}

function count(filter: object) {
  return db().collection('contacts').countDocuments(filter);
}

function double(run: MigrationRun): Promise<void> {
  return changeInBatches<{ _id: string; n: number }>(run, 'contacts', { doubled: { $exists: false } }, ({ _id, n }) => [
    { updateOne: { filter: { _id }, update: { $set: { doubled: n * 2 } } } },
  ]);
}

test('a new store has the newest version and runs no migration', async () => {
  const never = migration(2, () => Promise.reject(new Error('ran')));
  await migrateStore(db(), options([never]));
  expect(await readSchemaRecord(db(), 1)).toMatchObject({ version: 2, compatibleFrom: 2, history: [] });
});

test('older data passes through every migration in order, once', async () => {
  await oldData();
  const ran: number[] = [];
  const list = [2, 3, 4].map((version) => migration(version, async () => void ran.push(version)));
  await migrateStore(db(), options(list.slice(0, 2)));
  await migrateStore(db(), options(list));
  await migrateStore(db(), options(list));
  expect(ran).toEqual([2, 3, 4]);
  const record = await readSchemaRecord(db(), 1);
  expect(record).toMatchObject({ version: 4, compatibleFrom: 1 });
  expect(record.history.map(({ version }) => version)).toEqual([2, 3, 4]);
  expect(record.lease).toBeUndefined();
});

test('an interrupted migration resumes from its saved position, and changes every document exactly once', async () => {
  await oldData(1_200);
  let seen = 0;
  const cutOff = migration(2, (run) =>
    changeInBatches<{ _id: string }>(run, 'contacts', {}, ({ _id }) => {
      seen += 1;
      if (seen === 700) throw new Error('power cut');
      return [{ updateOne: { filter: { _id }, update: { $inc: { touched: 1 } } } }];
    }),
  );
  await expect(migrateStore(db(), options([cutOff]))).rejects.toThrow('power cut');
  expect(await readSchemaRecord(db(), 1)).toMatchObject({ version: 1, running: { version: 2 } });
  expect(await count({ touched: 1 })).toBe(500);
  await migrateStore(db(), options([cutOff]));
  expect(await count({ touched: 1 })).toBe(1_200);
  expect(logged.filter((text) => text.includes('goes on'))).toHaveLength(1);
});

test('one instance migrates while another that starts at the same time waits', async () => {
  await oldData();
  let runs = 0;
  let finish: (() => void) | undefined;
  const isHeld = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = migration(2, async (run) => {
    runs += 1;
    await isHeld;
    await double(run);
  });
  let looks = 0;
  const wait = async () => {
    looks += 1;
    if (looks === 3) finish!();
  };
  await Promise.all([
    migrateStore(db(), { ...options([slow]), wait }),
    migrateStore(db(), { ...options([slow]), wait }),
  ]);
  expect(runs).toBe(1);
  expect(looks).toBeGreaterThanOrEqual(3);
  expect(await count({ doubled: { $exists: true } })).toBe(3);
});

test('an instance that was taken for dead stops at its next step', async () => {
  await oldData();
  const overtaken = migration(2, async ({ save }) => {
    clock = new Date(clock.getTime() + 60_000);
    await migrateStore(db(), options([migration(2, async () => {})]));
    await save({ after: 'con_00001' });
  });
  await expect(migrateStore(db(), options([overtaken]))).rejects.toThrow('another instance has taken over');
  expect((await readSchemaRecord(db(), 1)).history).toHaveLength(1);
});

test('the previous version can start during a compatible migration, but not during an incompatible one', async () => {
  await oldData();
  await migrateStore(db(), options([migration(2, double)]));
  await migrateStore(db(), options([]));
  await migrateStore(db(), options([migration(2, double), migration(3, double, false)]));
  await expect(migrateStore(db(), options([migration(2, double)]))).rejects.toThrow('written by a newer version');
});

test('a connection rejects data of a newer version in one line, and an operator command also older data', async () => {
  await oldData();
  await mongoose.disconnect();
  const older = connectStore(uri, name, { mode: 'current', migrations: [migration(2, double)] });
  await expect(older).rejects.toThrow('start Outbound once, it brings them up to date');
  await mongoose.connect(uri, { dbName: name });
  await schemaRecords(db()).updateOne({ _id: 'schema' }, { $set: { version: 99, compatibleFrom: 98 } });
  await mongoose.disconnect();
  for (const mode of ['migrate', 'current'] as const)
    await expect(connectStore(uri, name, { mode })).rejects.toThrow(/newer version of Outbound \(data version 99/);
  expect(mongoose.connection.readyState).toBe(0);
});
