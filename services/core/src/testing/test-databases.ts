import { randomUUID } from 'node:crypto';
import { currentDatabase } from '../store/connection/connect.ts';

/** Emptied databases of earlier tests in this process. Creating one with all indexes takes longer than many tests. */
const free: string[] = [];
/** The test run sets this prefix for all its processes and drops matching databases at the end. */
const prefix = process.env.TEST_DATABASE_PREFIX ?? 'test_';

/** Name of an empty, unused database. */
export function takeDatabase(): string {
  return free.pop() ?? newDatabaseName();
}

/** The store creates a database at the first write, so a name costs nothing. */
export function newDatabaseName(): string {
  return `${prefix}${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}

/** Empties the connected database for the next test of this process. */
export async function giveBackDatabase(name: string): Promise<void> {
  const collections = await storedCollections();
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
  free.push(name);
}

/** Collections of the connected database, except the server's own. */
export async function storedCollections() {
  const collections = await currentDatabase().collections();
  return collections.filter(({ collectionName }) => !collectionName.startsWith('system.'));
}
