import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { restClient, startProduct } from '../harness/product.ts';
import type { Write, Written } from './traffic.ts';

interface Restored {
  environment: Record<string, string>;
  key: string;
  /** Stated time of the backup. */
  moment: string;
  /** Contacts that existed before the traffic started. */
  contacts: number;
  written: Written;
}

/** Times are whole milliseconds, so a write in the same one can be on either side. */
const roundingMs = 1;

/** Writes that the moment must include, and writes that it must not include. All others were in progress. */
function split(writes: readonly Write[], moment: number) {
  const before = writes.filter(({ acknowledgedAt }) => acknowledgedAt < moment - roundingMs);
  const after = writes.filter(({ startedAt }) => startedAt > moment + roundingMs);
  return { before, after, openMax: writes.length - before.length - after.length };
}

/** Starts the restored installation and compares counts, suppressions, and the ledger with the moment of its backup. */
export async function differences({ environment, key, moment, contacts, written }: Restored): Promise<string[]> {
  // The original installation still runs on its port.
  const { PORT: _taken, ...rest } = environment;
  const product = await startProduct(rest);
  const { mongodbUri, baseUrl } = JSON.parse(readFileSync(join(environment.OUTBOUND_DATA_DIR!, 'run.json'), 'utf8'));
  const client = await new MongoClient(mongodbUri).connect();
  const db = client.db(environment.CORE_DATABASE!);
  const at = Date.parse(moment);
  const found: string[] = [];
  try {
    const emails = await valuesOf(db, 'contacts', 'email');
    const added = new Set(emails.filter((email) => email.endsWith('@written.example')));
    found.push(...compare('contact', split(written.contacts, at), added));
    if (emails.length - added.size !== contacts) found.push(`${emails.length - added.size} contacts, not ${contacts}`);
    const refused = new Set(await valuesOf(db, 'suppressions', 'value'));
    found.push(...compare('suppression', split(written.suppressions, at), refused));
    found.push(...(await ledgerDifferences(db, split(written.reveals, at), restClient(baseUrl, key))));
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

async function ledgerDifferences(
  db: Db,
  { before, openMax }: ReturnType<typeof split>,
  request: ReturnType<typeof restClient>,
): Promise<string[]> {
  const entries = await db.collection('ledger').find().toArray();
  const sum = entries.reduce((total, { amount }) => total + Number(amount), 0);
  const charges = entries.filter(({ amount }) => Number(amount) < 0).length;
  const { balance } = (await request('GET', '/credits/balance')).body.data;
  const found: string[] = [];
  if (sum !== balance) found.push(`the ledger adds up to ${sum}, the balance is ${balance}`);
  if (charges < before.length || charges > before.length + openMax)
    found.push(`${charges} charges, not ${before.length} to ${before.length + openMax}`);
  return found;
}
