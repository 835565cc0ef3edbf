import { randomUUID } from 'node:crypto';
import { currentDatabase } from '../store/connection/connect.ts';

/** Those that a test of this process had before, empty again: making one with all its indexes costs more than many a test. */
const free: string[] = [];
/** Set by the run of tests for all its processes: it drops what begins so. */
const prefix = process.env.TEST_DATABASE_PREFIX ?? 'test_';

/** The name of an empty database that nobody else has. */
export function takeDatabase(): string {
  return free.pop() ?? `${prefix}${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}

/** Empties the database that is connected, for the next test of this process. */
export async function giveBackDatabase(name: string): Promise<void> {
  const collections = await storedCollections();
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
  free.push(name);
}

/** The collections of the database that is connected, without those of the server itself. */
export async function storedCollections() {
  const collections = await currentDatabase().collections();
  return collections.filter(({ collectionName }) => !collectionName.startsWith('system.'));
}
