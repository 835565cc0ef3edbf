import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import './every-model.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { declaredBy } from '../backup/index-descriptions.ts';
import { refuseHalfRestored } from '../backup/restore-mark.ts';
import { isFullDisk } from '../documents/full-disk.ts';
import { learnBulkWrite } from '../documents/open-transaction.ts';
import { serverNow } from '../documents/server-clock.ts';
import { migrateStore, requireCurrentStore } from '../migrations/migrate-store.ts';
import type { Migration } from '../migrations/migration.ts';
import { openStoreKeys } from '../secrets/store-keys.ts';

mongoose.set('transactionAsyncLocalStorage', true);
mongoose.set('strictQuery', 'throw');
mongoose.set('autoCreate', false);

/** Dedicated connections for pings, so that they never queue behind the work of the store they check. */
const pingOptions = { maxPoolSize: 2, serverSelectionTimeoutMS: 1_500, waitQueueTimeoutMS: 1_500 };
const readyMs = 1_500;
/** Far below the number of connections: in a new store each index build waits for the disk. */
const preparedAtOnce = 8;

let pings: mongoose.Connection | undefined;

export interface ConnectOptions {
  /**
   * `migrate` updates older data. `current` rejects older data, for operator commands that run beside instances.
   * `whatever` skips the check, for a restore.
   */
  mode?: 'migrate' | 'current' | 'whatever';
  log?(text: string): void;
  /** Keys that seal secrets. If absent, nothing on this connection needs a key. */
  keyRing?: KeyRing;
  /** Also opens a store that was sealed with another key. */
  isAnyKey?: boolean;
  /** For tests. */
  migrations?: readonly Migration[];
}

/**
 * Connects, migrates the stored documents to this version, and waits until every registered model has its collection
 * and indexes. This way, no unique index is missing once we serve. Throws StoreVersionError for data of a newer
 * version, and StoreKeyError if SECRET_KEY does not match the data.
 */
export async function connectStore(
  uri: string,
  databaseName: string,
  { mode = 'migrate', log = () => {}, migrations, keyRing, isAnyKey }: ConnectOptions = {},
): Promise<void> {
  await mongoose.connect(uri, {
    dbName: databaseName,
    maxPoolSize: 50,
    serverSelectionTimeoutMS: 10_000,
    waitQueueTimeoutMS: 10_000,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    autoIndex: false,
  });
  try {
    pings = await mongoose.createConnection(uri, pingOptions).asPromise();
    const db = mongoose.connection.db!;
    await learnBulkWrite(db);
    if (mode !== 'whatever') await refuseHalfRestored(db);
    if (mode === 'migrate') await migrateStore(db, { now: serverNow, log, migrations, keyRing });
    if (mode === 'current') await requireCurrentStore(db, migrations);
    if (mode !== 'whatever') await prepareCollections();
    if (keyRing) await openStoreKeys(keyRing, { isAnyKey });
  } catch (error) {
    await mongoose.disconnect();
    throw error;
  }
}

/** Database handle for code below the models: migrations and restores. */
export function currentDatabase(): mongoose.mongo.Db {
  return mongoose.connection.db!;
}

/** Creates the collection and the indexes of every registered model. */
export async function prepareCollections(): Promise<void> {
  const existing = await currentDatabase().listCollections({}, { nameOnly: true }).toArray();
  const names = new Set(existing.map(({ name }) => name));
  const models = Object.values(mongoose.models).values();
  // Workers share one iterator: each takes the next model when it finishes one.
  const prepareNext = async () => {
    for (const model of models) {
      if (!names.has(model.collection.name)) await model.createCollection();
      const indexes = declaredBy(model);
      if (indexes.length > 0) await ensureIndexes(model.collection, indexes);
    }
  };
  await Promise.all(Array.from({ length: preparedAtOnce }, prepareNext));
}

/** A full disk also rejects index creation. If all indexes exist, a part starts anyway, since reads still work. */
async function ensureIndexes(
  collection: mongoose.Collection,
  wanted: mongoose.mongo.IndexDescription[],
): Promise<void> {
  try {
    await collection.createIndexes(wanted);
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    const existing = new Set((await collection.indexes()).map(({ key }) => JSON.stringify(key)));
    if (!wanted.every(({ key }) => existing.has(JSON.stringify(key)))) throw error;
  }
}

export async function disconnectStore(): Promise<void> {
  await mongoose.disconnect();
}

/** Resolves when the database responds, however long that takes. */
export async function pingStore(): Promise<void> {
  await pings!.db!.admin().command({ ping: 1 });
}

/** True if the database responds promptly. */
export async function isStoreReady(): Promise<boolean> {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) return false;
  const isLate = wait(readyMs, false, { ref: false });
  return Promise.race([
    pingStore().then(
      () => true,
      () => false,
    ),
    isLate,
  ]);
}

/** Drops the whole database. For tests. */
export async function dropStore(): Promise<void> {
  await mongoose.connection.dropDatabase();
}
