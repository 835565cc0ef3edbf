import { type Db, MongoClient } from 'mongodb';

const SELECT_TIMEOUT_MS = 5_000;

export type Database = { db: Db; isReady(): Promise<boolean>; close(): Promise<void> };

export async function openDatabase(uri: string, name: string): Promise<Database> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: SELECT_TIMEOUT_MS,
    writeConcern: { w: 'majority', journal: true },
    appName: 'outbound-gateway',
  });
  await client.connect();
  const db = client.db(name);
  return {
    db,
    isReady: () =>
      db.command({ ping: 1 }).then(
        () => true,
        () => false,
      ),
    close: () => client.close(),
  };
}
