import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts';
import { compareEngines, type Outcome } from './differential/compare-engines.ts';
import { fromReference, ReferenceCrash, untilBack } from './differential/crash.ts';

/** A real engine to compare with. Without one, the tests are skipped. */
const uri = process.env.MONGODB_DIFFERENTIAL_URI;
const operations = Number(process.env.DIFFERENTIAL_OPERATIONS ?? 1_000);
const firstSeed = Number(process.env.DIFFERENTIAL_SEED ?? 1);
const operationsPerRound = 100;
const msPerOperation = 100;
/** Each round uses its own collection, so that a seed gives the same results whatever runs in parallel. */
const roundsAtOnce = 4;
/** Maximum number of rounds that a breakdown of the other engine may end. One breakdown ends all running rounds. */
const abandonedMax = 3 * roundsAtOnce;

describe.skipIf(!uri)('generated operations (skipped without MONGODB_DIFFERENTIAL_URI)', () => {
  const database = `differential_${process.pid}`;
  let folder: string;
  let server: EmbeddedMongo;
  let own: MongoClient;
  let other: MongoClient;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
    server = await startEmbeddedMongo({ path: folder });
    own = await new MongoClient(server.uri, { promoteValues: false }).connect();
    other = await new MongoClient(uri!, { promoteValues: false }).connect();
  });

  afterAll(async () => {
    await other.db(database).dropDatabase();
    await Promise.all([own.close(), other.close()]);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function round(seed: number, outcome: Outcome): Promise<void> {
    const pair = { own: own.db(database).collection(`c${seed}`), other: other.db(database).collection(`c${seed}`) };
    try {
      await compareEngines(pair, seed, Math.min(operationsPerRound, operations - outcome.operations), outcome);
      await Promise.all([pair.own.drop(), fromReference(pair.other.drop())]);
    } catch (error) {
      if (!(error instanceof ReferenceCrash) || outcome.crashes.length >= abandonedMax) throw error;
      outcome.crashes.push(error.message);
      await untilBack(other.db(database));
    }
  }

  test(
    'give the same results and the same collections as a real engine',
    async () => {
      const outcome: Outcome = { operations: 0, known: {}, unexplained: [], crashes: [] };
      let nextSeed = firstSeed;
      const work = async () => {
        while (outcome.operations < operations) await round(nextSeed++, outcome);
      };
      await Promise.all(Array.from({ length: roundsAtOnce }, work));
      console.info(`${outcome.operations} operations; known differences met:`, outcome.known);
      if (outcome.crashes.length > 0)
        console.warn(`${outcome.crashes.length} rounds abandoned, the other engine broke down:`, outcome.crashes);
      expect(outcome.unexplained).toEqual([]);
    },
    operations * msPerOperation,
  );
});
