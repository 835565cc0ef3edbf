import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { startEmbeddedMongo } from '../src/index.ts';
import { startProcess } from './server-process.ts';

// Damages of all kinds in new and upgraded folders, after a stop and after a kill. Each one must be reported when the
// server starts or by check, or change no result. DAMAGE_FOLDERS names more folders, separated by colons.
const damagesPerFolder = Number(process.env.DAMAGES ?? 25);
const moreFolders = (process.env.DAMAGE_FOLDERS ?? '').split(':').filter(Boolean);
const timeoutMs = 1_800_000;
const sectorBytes = 512;
const documents = 400;
const dataFile = 'mongo.sqlite';
const logFile = 'mongo.sqlite-wal';

/** Written by the version with format 1, with 8 KB pages and without checksums. */
const formatOne = gunzipSync(readFileSync(join(import.meta.dirname, 'format-1.sqlite.gz')));

let root: string;
const folders = new Map<string, string>();
let copies = 0;

async function write(uri: string): Promise<void> {
  const client = await new MongoClient(uri).connect();
  const items = client.db('damages').collection<{ _id: number; name: string; tags: number[]; text: string }>('items');
  await items.createIndexes([{ key: { name: 1 }, unique: true }, { key: { tags: 1, name: -1 } }]);
  for (let at = 0; at < documents; at += 20) {
    const batch = Array.from({ length: 20 }, (_, i) => ({
      _id: at + i,
      name: `name ${at + i}`,
      tags: [(at + i) % 7, (at + i) % 11],
      text: `text ${at + i} `.repeat(1 + ((at + i) % 40)),
    }));
    await items.insertMany(batch);
  }
  await client.close();
}

async function makeFolder(name: string, { isOld, isKilled }: { isOld: boolean; isKilled: boolean }): Promise<void> {
  const path = join(root, name);
  mkdirSync(path, { mode: 0o700 });
  if (isOld) writeFileSync(join(path, dataFile), formatOne);
  if (isKilled) {
    const server = await startProcess(path);
    await write(server.uri);
    await server.kill();
  } else {
    const server = await startEmbeddedMongo({ path });
    await write(server.uri);
    await server.stop();
  }
  folders.set(name, path);
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'embedded-mongo-damages-'));
  for (const isOld of [false, true])
    for (const isKilled of [false, true])
      await makeFolder(`${isOld ? 'upgraded' : 'new'}-${isKilled ? 'killed' : 'stopped'}`, { isOld, isKilled });
  for (const path of moreFolders) folders.set(path, path);
}, timeoutMs);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function copyOf(folder: string): string {
  const copy = join(root, `copy${copies++}`);
  cpSync(folder, copy, { recursive: true, filter: (source) => !/\.sock$|-shm$|lock\.sqlite$/.test(source) });
  return copy;
}

/** Reproducible share from 0 to 1, spread evenly. */
function shareOf(turn: number): number {
  return (turn * 0.618_033_988_75 + 0.1) % 1;
}

function change(file: string, turn: number, work: (bytes: Buffer, at: number) => void): void {
  const bytes = readFileSync(file);
  work(bytes, Math.floor(shareOf(turn) * bytes.length));
  writeFileSync(file, bytes);
}

function sectorAt(bytes: Buffer, at: number): Buffer {
  const begin = at - (at % sectorBytes);
  return bytes.subarray(begin, begin + sectorBytes);
}

const kinds: Record<string, (file: string, turn: number) => void> = {
  'flipped bit': (file, turn) =>
    change(file, turn, (bytes, at) => void bytes.writeUInt8(bytes[at]! ^ (1 << (turn % 8)), at)),
  'zeroed sector': (file, turn) => change(file, turn, (bytes, at) => void sectorAt(bytes, at).fill(0)),
  'foreign sector': (file, turn) =>
    change(file, turn, (bytes, at) => {
      sectorAt(bytes, Math.floor(shareOf(turn + 1) * bytes.length)).copy(sectorAt(bytes, at));
    }),
  'cut file': (file, turn) => truncateSync(file, Math.floor(shareOf(turn) * readFileSync(file).length)),
  'missing file': (file) => rmSync(file),
};

/** Kind and file of a damage. The log of a stopped server is empty. */
function damageOf(turn: number, folder: string) {
  const names = Object.keys(kinds);
  const files = [dataFile, logFile, dataFile, 'mongo.mark'].filter((file) => existsSync(join(folder, file)));
  const file = files[Math.floor(turn / names.length) % files.length]!;
  const kind = names[turn % names.length]!;
  return { file, kind };
}

/** All documents, and the order of each index. */
async function contentsOf(path: string): Promise<Document> {
  // Documents that expire during the test would look like damage.
  const server = await startEmbeddedMongo({ path, keepsExpired: true });
  const client = await new MongoClient(server.uri).connect();
  const found: Document = {};
  try {
    const { databases } = await client.db('admin').admin().listDatabases();
    for (const { name } of databases)
      for (const { name: collection } of await client.db(name).listCollections().toArray()) {
        const of = client.db(name).collection(collection);
        const key = `${name}.${collection}`;
        found[key] = await of.find().sort({ _id: 1 }).toArray();
        for (const index of await of.indexes())
          if (index.partialFilterExpression === undefined && index.sparse !== true)
            found[`${key} ${index.name}`] = await of.find().hint(index.name!).project({ _id: 1 }).toArray();
      }
    return found;
  } finally {
    await client.close();
    await server.stop();
  }
}

/** Problems that check lists, or the reason that it cannot read the folder. */
function reportOf(path: string): string[] {
  try {
    return checkFolder(path).problems;
  } catch (error) {
    return [(error as Error).message];
  }
}

type Outcome = 'reported at the start' | 'reported by check' | 'harmless' | 'unreported';

async function outcomeOf(path: string, right: string): Promise<Outcome> {
  const checked = copyOf(path);
  const contents = await contentsOf(path).catch((error: Error) => error);
  const problems = reportOf(checked);
  rmSync(checked, { recursive: true, force: true });
  if (contents instanceof Error) return 'reported at the start';
  if (problems.length > 0) return 'reported by check';
  return JSON.stringify(contents) === right ? 'harmless' : 'unreported';
}

test(
  'every damage that changes a result is reported when the server starts, or by check',
  async () => {
    for (const [name, folder] of folders) {
      const right = JSON.stringify(await contentsOf(copyOf(folder)));
      const counts: Partial<Record<Outcome, number>> = {};
      for (let turn = 0; turn < damagesPerFolder; turn += 1) {
        const path = copyOf(folder);
        const { kind, file } = damageOf(turn, path);
        kinds[kind]!(join(path, file), turn);
        const outcome = await outcomeOf(path, right);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        expect(outcome, `${kind} in ${file} of ${name}, turn ${turn}`).not.toBe('unreported');
        rmSync(path, { recursive: true, force: true });
      }
      process.stdout.write(`${name}: ${JSON.stringify(counts)}\n`);
    }
  },
  timeoutMs,
);

test('a log that was removed together with its mark is reported by check', () => {
  const path = copyOf(folders.get('new-killed')!);
  for (const name of [logFile, 'mongo.mark']) rmSync(join(path, name));
  expect(reportOf(path)).toEqual([expect.stringContaining('the log and mongo.mark are missing')]);
});
