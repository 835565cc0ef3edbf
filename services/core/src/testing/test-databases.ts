import { randomUUID } from 'node:crypto';
import { currentDatabase } from '../store/connect.ts';

/** Those that a test of this process had before, empty again: making one with all its indexes costs more than many a test. */
const free: string[] = [];

/** The name of an empty database that nobody else has. The run of tests that it was made in drops it at its end. */
export function takeDatabase(): string {
  return free.pop() ?? `${databasePrefix()}${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}

/** Set by the run, for all its processes; it drops what begins so. */
export function databasePrefix(): string {
  return process.env.TEST_DATABASE_PREFIX ?? 'test_';
}

/** Empties the database that is connected. */
export async function giveBackDatabase(name: string): Promise<void> {
  const collections = await currentDatabase().collections();
  const stored = collections.filter(({ collectionName }) => !collectionName.startsWith('system.'));
  await Promise.all(stored.map((collection) => collection.deleteMany({})));
  free.push(name);
}
