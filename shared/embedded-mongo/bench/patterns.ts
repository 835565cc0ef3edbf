import type { Collection, MongoClient } from 'mongodb';
import { type Contact, contact } from './contacts.ts';

export interface Load {
  client: MongoClient;
  items: Collection<Contact>;
  /** End of the pattern on the `performance` clock, in milliseconds. */
  end: number;
}

/** One operation, which each client repeats. */
export type Pattern = (load: Load, turn: number) => Promise<unknown>;

const bulk = 1_000;
/** Number of cursors or snapshots that stay open for the whole pattern. */
const heldOpen = 8;
const large = Buffer.alloc(4_000_000, 'x');
let inserted = 0;

/** The first clients continue until the pattern ends, so that something is always held open. */
async function insertMeanwhile({ items, end }: Load, turn: number): Promise<void> {
  const until = turn < heldOpen ? end : 0;
  for (let at = 0; at < 20 || performance.now() < until; at++) await items.insertOne(contact(4e8 + inserted++));
}

async function snapshot(load: Load, turn: number): Promise<void> {
  const { items, client } = load;
  await client.withSession(async (session) => {
    session.startTransaction();
    await items.findOne({}, { session });
    await insertMeanwhile(load, turn);
    await items.findOne({}, { session });
    await session.abortTransaction();
  });
}

async function cursor(load: Load, turn: number): Promise<void> {
  const open = load.items.find({}, { batchSize: 10 });
  await open.next();
  await insertMeanwhile(load, turn);
  // Reads past the documents that were already fetched.
  for (let at = 0; at < 10; at++) await open.next();
  await open.close();
}

async function buildIndex({ items }: Load, turn: number): Promise<void> {
  const name = `built${turn}`;
  await items.createIndex({ email: 1, [`extra${turn}`]: 1 }, { name });
  await items.dropIndex(name);
}

export const patterns: Record<string, Pattern> = {
  inserts: ({ items }, turn) => items.insertOne(contact(turn)),
  updates: ({ items }, turn) => items.updateMany({ score: turn % 101 }, { $set: { turn } }),
  deletes: async ({ items }, turn) => {
    await items.insertOne(contact(6e8 + turn));
    await items.deleteOne({ _id: 6e8 + turn });
  },
  bulk: ({ items }, turn) => items.insertMany(Array.from({ length: bulk }, (_, at) => contact(1e9 + turn * bulk + at))),
  'index builds': buildIndex,
  'large documents': ({ items }, turn) => items.replaceOne({ _id: turn % 20 }, { ...contact(turn % 20), large }),
  'open cursors': cursor,
  'open snapshots': snapshot,
};

export function mixed(load: Load, turn: number): Promise<unknown> {
  const all = Object.values(patterns);
  return all[turn % all.length]!(load, turn);
}
