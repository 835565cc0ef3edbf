import { MongoClient } from 'mongodb';
import { type Contact, contact, contactIndexes } from './contacts.ts';
import { mixed, patterns } from './patterns.ts';

/** A load from many clients, in a separate process: <uri> <pattern> <clients> <seconds>. */
const [uri, name, clients, seconds] = process.argv.slice(2) as [string, string, string, string];
/** Codes for conflicts, too many indexes, and ended snapshots are expected. Any other error ends the load. */
const expected = new Set([112, 239, 251, 11000, 67, 85, 86, 27, 12587, 117]);
const refused = new Map<number, number>();

function noteRefusal(error: { code?: number }): void {
  const { code = 0 } = error;
  if (!expected.has(code)) throw error;
  refused.set(code, (refused.get(code) ?? 0) + 1);
}

const client = await new MongoClient(uri, { maxPoolSize: Number(clients) }).connect();
const items = client.db('bench').collection<Contact>('contacts');
await items.createIndexes(contactIndexes.map((index) => ({ ...index })));
await items.insertMany(Array.from({ length: 5_000 }, (_, at) => contact(7e8 + at)));
const end = performance.now() + Number(seconds) * 1000;
const pattern = patterns[name] ?? mixed;
let turn = 0;

async function work(): Promise<void> {
  while (performance.now() < end) await pattern({ items, client, end }, turn++).catch(noteRefusal);
}

await Promise.all(Array.from({ length: Number(clients) }, work));
await client.close();
const codes = [...refused].map(([code, count]) => `, ${count} with code ${code}`);
process.stdout.write(`${turn} times${codes.join('')}, `);
