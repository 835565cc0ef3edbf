import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { startProduct } from '../harness/product.ts';
import type { Write, Written } from './traffic.ts';

interface Restored {
  environment: Record<string, string>;
  /** Stated time of the backup. */
  moment: string;
  /** Contacts that existed before the traffic started. */
  contacts: number;
  written: Written;
}

/** Email addresses from seed-contacts.ts, and of the contact from which the others are copied. */
const seeded = /@(firm\d+|seed)\.example$/;
/** Times are whole milliseconds, so a write in the same one can be on either side. */
const roundingMs = 1;

/** Writes that the moment must include, and writes that it must not include. All others were in progress. */
function split(writes: readonly Write[], moment: number) {
  const before = writes.filter(({ acknowledgedAt }) => acknowledgedAt < moment - roundingMs);
  const after = writes.filter(({ startedAt }) => startedAt > moment + roundingMs);
  return { before, after };
}

/** Starts the restored installation and compares its records with the moment of its backup. */
export async function differences({ environment, moment, contacts, written }: Restored): Promise<string[]> {
  // The original installation still runs on its port.
  const { PORT: _taken, ...rest } = environment;
  const product = await startProduct(rest);
  const { mongodbUri } = JSON.parse(readFileSync(join(environment.OUTBOUND_DATA_DIR!, 'run.json'), 'utf8'));
  const client = await new MongoClient(mongodbUri).connect();
  const db = client.db(environment.CORE_DATABASE!);
  const at = Date.parse(moment);
  const found: string[] = [];
  try {
    const emails = new Set(await valuesOf(db, 'contacts', 'email'));
    found.push(...compare('contact', split(written.contacts, at), emails));
    const kept = [...emails].filter((email) => seeded.test(email)).length;
    if (kept !== contacts) found.push(`${kept} contacts from before the traffic, not ${contacts}`);
    found.push(
      ...compare('suppression', split(written.suppressions, at), new Set(await valuesOf(db, 'suppressions', 'value'))),
    );
    found.push(
      ...compare('revealed contact', split(written.reveals, at), new Set(await valuesOf(db, 'contacts', '_id'))),
    );
  } finally {
    await client.close();
    await product.process.stop();
  }
  return found;
}

async function valuesOf(db: Db, collection: string, field: string): Promise<string[]> {
  const rows = await db
    .collection(collection)
    .find()
    .project({ [field]: 1 })
    .toArray();
  return rows.map((row) => String(row[field]));
}

function compare(kind: string, { before, after }: ReturnType<typeof split>, stored: Set<string>): string[] {
  const lost = before.filter(({ value }) => !stored.has(value)).map(({ value }) => `${kind} ${value} is missing`);
  const early = after.filter(({ value }) => stored.has(value)).map(({ value }) => `${kind} ${value} is too new`);
  return [...lost, ...early];
}
