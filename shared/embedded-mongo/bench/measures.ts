import type { Collection, MongoClient, UpdateFilter } from 'mongodb';
import type { BareSqlite } from './bare-sqlite.ts';
import { type Contact, contact } from './contacts.ts';

export interface Target {
  client: MongoClient;
  contacts: Collection<Contact>;
  documents: number;
}

export interface Measure {
  name: string;
  /** The target ratio to the reference. */
  aim: number;
  operations: number;
  clients: number;
  run(target: Target, turn: number): Promise<unknown>;
  /** The same operation on bare SQLite. */
  runBare(bare: BareSqlite, turn: number, documents: number): unknown;
}

/** Spreads turns over the whole collection, the same way for both sides. */
function spread(turn: number, documents: number): number {
  return (turn * 7919) % documents;
}

export const increment: UpdateFilter<Contact> = { $inc: { score: 1 } } as never;

/** Differs from the IDs of earlier runs, for a reference database that is kept. */
let nextId = 1_000_000_000 + (Date.now() % 900_000_000);

const insert = {
  run: (target: Target) => target.contacts.insertOne(contact(nextId++)),
  runBare: (bare: BareSqlite) => bare.insert(),
};

function threeOf(turn: number, documents: number): number[] {
  return [0, 1, 2].map((at) => spread(turn * 3 + at, documents));
}

export const measures: Measure[] = [
  {
    name: 'point read',
    aim: 1,
    operations: 2_000,
    clients: 1,
    run: (target, turn) => target.contacts.findOne({ _id: spread(turn, target.documents) }),
    runBare: (bare, turn, documents) => bare.read(spread(turn, documents)),
  },
  {
    name: 'indexed range of 50',
    aim: 1,
    operations: 100,
    clients: 1,
    run: (target, turn) => {
      const { createdAt, workspaceId } = contact(spread(turn, target.documents));
      return target.contacts
        .find({ workspaceId, createdAt: { $lte: createdAt } })
        .sort({ createdAt: -1 })
        .limit(50)
        .toArray();
    },
    runBare: (bare, turn, documents) => bare.readRange(contact(spread(turn, documents))),
  },
  { name: 'insert, one client', aim: 0.5, operations: 1_000, clients: 1, ...insert },
  { name: 'insert, 32 clients', aim: 1, operations: 4_000, clients: 32, ...insert },
  {
    name: 'update by id',
    aim: 0.5,
    operations: 1_000,
    clients: 1,
    run: (target, turn) => target.contacts.updateOne({ _id: spread(turn, target.documents) }, increment),
    runBare: (bare, turn, documents) => bare.updateAll([spread(turn, documents)]),
  },
  {
    name: 'transaction of three writes',
    aim: 0.5,
    operations: 200,
    clients: 1,
    run: (target, turn) =>
      target.client.withSession((session) =>
        session.withTransaction(async () => {
          for (const _id of threeOf(turn, target.documents)) {
            await target.contacts.updateOne({ _id }, increment, { session });
          }
        }),
      ),
    runBare: (bare, turn, documents) => bare.updateAll(threeOf(turn, documents)),
  },
];

/** Returns operations per second. */
export async function rateOf(measure: Measure, target: Target): Promise<number> {
  const started = performance.now();
  let turn = 0;
  const work = async () => {
    while (turn < measure.operations) await measure.run(target, turn++);
  };
  await Promise.all(Array.from({ length: measure.clients }, work));
  return (measure.operations * 1000) / (performance.now() - started);
}

/** Returns operations per second of bare SQLite. */
export function bareRateOf(measure: Measure, bare: BareSqlite, documents: number): number {
  const started = performance.now();
  for (let turn = 0; turn < measure.operations; turn++) measure.runBare(bare, turn, documents);
  return (measure.operations * 1000) / (performance.now() - started);
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1]!;
}
