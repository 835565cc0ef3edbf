import { setTimeout as wait } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';

const selectTimeoutMs = 5_000;
const readyMs = 1_500;
/** Separate connections for pings, so that pings never queue behind the work of the store that they check. */
const pingOptions = { maxPoolSize: 2, serverSelectionTimeoutMS: 1_500, waitQueueTimeoutMS: 1_500 };

export interface Database {
  db: Db;
  /** Resolves when the database responds, however long that takes. */
  ping(): Promise<unknown>;
  /** True if the database responds immediately. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export async function openDatabase(uri: string, name: string): Promise<Database> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: selectTimeoutMs,
    waitQueueTimeoutMS: selectTimeoutMs,
    writeConcern: { w: 'majority', journal: true },
    appName: 'outbound-gateway',
  });
  await client.connect();
  const pings = new MongoClient(uri, { ...pingOptions, appName: 'outbound-gateway-pings' });
  const ping = () => pings.db('admin').command({ ping: 1 });
  const isAnswered = () =>
    ping().then(
      () => true,
      () => false,
    );
  return {
    db: client.db(name),
    ping,
    isReady: () => Promise.race([isAnswered(), wait(readyMs, false, { ref: false })]),
    close: async () => {
      await Promise.all([client.close(), pings.close()]);
    },
  };
}
