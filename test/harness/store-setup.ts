import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedStore } from '../../deploy/launcher/embedded-store.ts';
import { openDataDir } from '../../deploy/launcher/settings.ts';

/** One embedded store for the whole run, in a process of its own; each test file makes a database of its own on it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.MONGODB_URI) return undefined;
  const dataDir = openDataDir(mkdtempSync(join(tmpdir(), 'outbound-test-')));
  const store = await startEmbeddedStore(dataDir);
  process.env.TEST_MONGODB_URI = store.uri;
  return async () => {
    await store.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
