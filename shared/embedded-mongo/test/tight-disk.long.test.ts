import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { startEmbeddedMongo } from '../src/index.ts';

const bytesEach = 5_000;
const storedBytesMin = 20_000_000;

const root = mkdtempSync(join(tmpdir(), 'embedded-mongo-tight-'));
const disk = join(root, 'disk');
mkdirSync(disk);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk]).status === 0;

afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
  rmSync(root, { recursive: true, force: true });
});

describe.skipIf(!isMounted)('a disk of 40 MB (skipped if it cannot be mounted)', () => {
  test('holds 20 MB of documents, and can be emptied and filled again', { timeout: 120_000 }, async () => {
    const path = join(disk, 'data');
    const server = await startEmbeddedMongo({ path });
    const client = await new MongoClient(server.uri).connect();
    const items = client.db('tight').collection<{ _id: number; text: string }>('items');
    const fill = async (first: number): Promise<number> => {
      for (let _id = first; ; _id++) {
        const error = await items.insertOne({ _id, text: 'x'.repeat(bytesEach) }).catch((reason) => reason);
        if (!(error instanceof Error)) continue;
        expect(error).toMatchObject({ code: 14031 });
        return _id - first;
      }
    };
    const stored = await fill(0);
    expect(stored * bytesEach).toBeGreaterThan(storedBytesMin);
    expect(await items.countDocuments()).toBe(stored);
    expect((await items.deleteOne({ _id: 0 })).deletedCount).toBe(1);
    expect((await items.deleteMany({ _id: { $lt: 1_000 } })).deletedCount).toBe(999);
    const again = await fill(1_000_000);
    expect(again).toBeGreaterThan(500);
    await client.close();
    await server.stop();
    expect(checkFolder(path)).toMatchObject({ documents: stored - 1_000 + again, problems: [] });
  });
});
