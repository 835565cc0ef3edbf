import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Store } from '../src/storage/store.ts';

export interface Stored {
  store: Store;
  folder: string;
}

/** A new store for each test of one file. The fields are set when a test runs. */
export function useStore(): Stored {
  const stored = {} as Stored;
  beforeEach(() => {
    stored.folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
    stored.store = new Store(
      stored.folder,
      () => {},
      () => new Date(),
    );
  });
  afterEach(async () => {
    await stored.store.close();
    rmSync(stored.folder, { recursive: true, force: true });
  });
  return stored;
}
