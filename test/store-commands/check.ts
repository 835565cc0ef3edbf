// `check.ts <folder>`: what a run of the tests with STORE_COMMANDS=<folder> has written down of the core's store, judged.
// Every command on a collection that docs/scaling.md splits carries its shard key, no look-up walks a collection that
// grows, and every index serves a look-up; what does not stands in exceptions.json with its reason.
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
type Stage = { stage: string; indexName?: string; inputStage?: Stage };
type Kind = keyof typeof exceptions;

const root = new URL('../../', import.meta.url).pathname;
const database = 'store_commands';

function readRecorded(folder: string): Recorded[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  const recorded = lines.map((line) => BSON.EJSON.parse(line) as Recorded);
  // What a test asks for itself is not what the product asks for, and a backup reads everything there is.
  const isProduct = (caller: string) => !/^testing\/|\.test\.ts$|^store\/backup\/records\.ts$/.test(caller);
  const own = recorded.filter(({ caller }) => isProduct(caller));
  return [...new Map(own.map((each) => [`${each.kind} ${each.caller}`, each])).values()];
}

/** The name of the index that the store would take; undefined: it walks the collection. */
async function indexOf(client: MongoClient, { collection, filter, sort }: Recorded): Promise<string | undefined> {
  const command = { find: collection, filter, ...(sort && { sort }) };
  const { queryPlanner } = await client.db(database).command({ explain: command, verbosity: 'queryPlanner' });
  for (let stage: Stage | undefined = queryPlanner.winningPlan; stage; stage = stage.inputStage)
    if (stage.indexName) return stage.indexName;
  return undefined;
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
    const index = await indexOf(client, each);
    if (index) found.unusedIndexes.delete(`${each.collection}.${index}`);
    else if (key) found.walks.add(name);
  }
  return found;
}

/** All but those that hold for every collection, keep a value single or let documents expire: these work without a look-up. */
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
