import type { Collection, MongoClient, UpdateFilter } from 'mongodb';
import { type Contact, contact } from './contacts.ts';

export interface Target {
  client: MongoClient;
  contacts: Collection<Contact>;
  documents: number;
}

export interface Measure {
  name: string;
  /** The ratio to the reference that is aimed at. */
  aim: number;
  operations: number;
  clients: number;
  run(target: Target, turn: number): Promise<unknown>;
}

/** Spread over the whole collection, the same for both sides. */
function spread(turn: number, documents: number): number {
  return (turn * 7919) % documents;
}

const increment: UpdateFilter<Contact> = { $inc: { score: 1 } } as never;

let nextId = 1_000_000_000;

function insertOne(target: Target): Promise<unknown> {
  return target.contacts.insertOne(contact(nextId++));
}

export const measures: Measure[] = [
  {
    name: 'point read',
    aim: 1,
    operations: 2_000,
    clients: 1,
    run: (target, turn) => target.contacts.findOne({ _id: spread(turn, target.documents) }),
  },
  {
    name: 'indexed range of 50',
    aim: 1,
    operations: 500,
    clients: 1,
    run: (target, turn) => {
      const { createdAt, workspaceId } = contact(spread(turn, target.documents));
      return target.contacts
        .find({ workspaceId, createdAt: { $lte: createdAt } })
        .sort({ createdAt: -1 })
        .limit(50)
        .toArray();
    },
  },
  { name: 'insert, one client', aim: 0.5, operations: 1_000, clients: 1, run: insertOne },
  { name: 'insert, 32 clients', aim: 1, operations: 4_000, clients: 32, run: insertOne },
  {
    name: 'update by id',
    aim: 0.5,
    operations: 1_000,
    clients: 1,
    run: (target, turn) => target.contacts.updateOne({ _id: spread(turn, target.documents) }, increment),
  },
  {
    name: 'transaction of three writes',
    aim: 0.5,
    operations: 200,
    clients: 1,
    run: (target, turn) =>
      target.client.withSession((session) =>
        session.withTransaction(async () => {
          for (let at = 0; at < 3; at++) {
            await target.contacts.updateOne({ _id: spread(turn * 3 + at, target.documents) }, increment, { session });
          }
        }),
      ),
  },
];

/** Operations per second. */
export async function rateOf(measure: Measure, target: Target): Promise<number> {
  const started = performance.now();
  let turn = 0;
  const work = async () => {
    while (turn < measure.operations) await measure.run(target, turn++);
  };
  await Promise.all(Array.from({ length: measure.clients }, work));
  return (measure.operations * 1000) / (performance.now() - started);
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1]!;
}
