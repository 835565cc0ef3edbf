import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startEmbeddedStore } from '../../deploy/launcher/embedded-store.ts';
import { openDataDir } from '../../deploy/launcher/settings.ts';

const memory = '/dev/shm';
const storeBytesMax = 4 * 2 ** 30;

/** A folder in memory if there is enough, because most of the store's time in tests is waiting for the disk. */
function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > storeBytesMax ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** One embedded store for the whole run, as a separate process. Each test file has a database of its own. */
export async function setup(): Promise<() => Promise<void>> {
  const prefix = `test_${randomBytes(4).toString('hex')}_`;
  process.env.TEST_DATABASE_PREFIX = prefix;
  const given = process.env.MONGODB_URI;
  if (given) return () => dropDatabases(given, prefix);
  const dataDir = openDataDir(mkdtempSync(join(fastFolder(), 'outbound-test-')));
  const store = await startEmbeddedStore(dataDir);
  process.env.TEST_MONGODB_URI = store.uri;
  return async () => {
    await store.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Removes the databases of this run from a permanent store. */
async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  await client.close();
}
