// `check.ts <folder>` checks the store commands that a test run recorded with STORE_COMMANDS=<folder>. Commands on sharded
// collections (docs/scaling.md) must use the shard key. No lookup scans a growing collection, and every index serves a
// lookup. Exceptions are in exceptions.json with their reasons.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON, MongoClient } from 'mongodb';
import { startEmbeddedStore } from '../../deploy/launcher/embedded-store.ts';
import { openDataDir } from '../../deploy/launcher/settings.ts';
import { connectStore, disconnectStore } from '../../services/core/src/store/connection/connect.ts';
import type { Lookup } from '../../services/core/src/testing/store-commands/lookup.ts';
import exceptions from './exceptions.json' with { type: 'json' };
import { isTargeted, readShardKeys } from './shard-keys.ts';

type Recorded = Lookup & { kind: string; caller: string };
type Stage = { stage: string; indexName?: string; inputStage?: Stage; inputStages?: Stage[] };
type Kind = keyof typeof exceptions;

const root = new URL('../../', import.meta.url).pathname;
const database = 'store_commands';

const isTest = /^testing\/|\.test\.ts$/;
/** Backups, restores, moves, and migrations pass over whole collections. */
const readsEverything =
  /^store\/(backup\/(collection-digest|records|move-store|after-restore|store-contents)\.ts$|migrations\/)/;

function readRecorded(folder: string): Recorded[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  const recorded = lines.map((line) => BSON.EJSON.parse(line) as Recorded);
  const isProduct = (caller: string) => !isTest.test(caller) && !readsEverything.test(caller);
  const own = recorded.filter(({ caller }) => isProduct(caller));
  return [...new Map(own.map((each) => [`${each.kind} ${each.caller}`, each])).values()];
}

/** Names of the indexes that the store would use. Empty if it scans the collection, also for one branch of an `$or`. */
async function indexesOf(client: MongoClient, { collection, filter, sort, hint }: Recorded): Promise<string[]> {
  const command = { find: collection, filter, ...(sort && { sort }), ...(hint !== undefined && { hint }) };
  const { queryPlanner } = await client.db(database).command({ explain: command, verbosity: 'queryPlanner' });
  return namesIn(queryPlanner.winningPlan);
}

function namesIn({ indexName, inputStage, inputStages = [] }: Stage): string[] {
  if (indexName) return [indexName];
  if (inputStage) return namesIn(inputStage);
  const branches = inputStages.map(namesIn);
  return branches.some((names) => names.length === 0) ? [] : branches.flat();
}

interface Found {
  withoutShardKey: Set<string>;
  walks: Set<string>;
  unusedIndexes: Set<string>;
}

async function judge(client: MongoClient, recorded: Recorded[]): Promise<Found> {
  const shardKeys = readShardKeys(`${root}docs/scaling.md`);
  const found: Found = { withoutShardKey: new Set(), walks: new Set(), unusedIndexes: await indexNames(client) };
  for (const each of recorded) {
    const key = shardKeys.get(each.collection);
    const name = `${each.caller} ${each.command} ${each.collection}`;
    if (key && !isTargeted(each.filter, key)) found.withoutShardKey.add(name);
    const indexes = await indexesOf(client, each);
    for (const index of indexes) found.unusedIndexes.delete(`${each.collection}.${index}`);
    if (indexes.length === 0 && key) found.walks.add(name);
  }
  return found;
}

/**
 * Except indexes that exist on every collection, enforce uniqueness, or expire documents: these work without a lookup.
 */
async function indexNames(client: MongoClient): Promise<Set<string>> {
  const names = new Set<string>();
  for (const collection of await client.db(database).collections())
    for (const { name, unique, expireAfterSeconds } of await collection.indexes())
      if (name !== '_id_' && !unique && expireAfterSeconds === undefined)
        names.add(`${collection.collectionName}.${name}`);
  return names;
}

function report(kind: Kind, found: ReadonlySet<string>, advice: string): boolean {
  const allowed: Record<string, string> = exceptions[kind];
  const open = [...found].filter((name) => !(name in allowed)).sort();
  const stale = Object.keys(allowed).filter((name) => !found.has(name));
  for (const name of open) console.log(`${advice}: ${name}`);
  for (const name of stale) console.log(`no longer true, remove it from exceptions.json (${kind}): ${name}`);
  return open.length + stale.length === 0;
}

const recorded = readRecorded(process.argv[2]!);
const folder = openDataDir(mkdtempSync(join(tmpdir(), 'outbound-commands-')));
const store = await startEmbeddedStore(folder);
const client = await MongoClient.connect(store.uri);
try {
  await connectStore(store.uri, database);
  const found = await judge(client, recorded);
  const isKeyed = report('withoutShardKey', found.withoutShardKey, 'asked for without its shard key');
  const isIndexed = report('walks', found.walks, 'walks a collection that grows');
  const isNeeded = report('unusedIndexes', found.unusedIndexes, 'an index that no look-up takes');
  console.log(`${recorded.length} kinds of look-ups by ${new Set(recorded.map(({ caller }) => caller)).size} files`);
  if (recorded.length === 0 || !isKeyed || !isIndexed || !isNeeded) process.exitCode = 1;
} finally {
  await disconnectStore();
  await client.close();
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
}
