import { type Contact, contact, contactIndexes } from './contacts.ts';
import { median, type Target } from './measures.ts';

const batchSize = 1_000;
const importers = 4;
const pauseMs = 5;
const idleSamples = 200;
/** Contacts outside the imported range, which are read during the import. */
const firstRead = 2_000_000_000;
const readContacts = 100;

/** Returns documents per second. */
export async function importInto({ contacts, documents }: Target): Promise<number> {
  await contacts.createIndexes(contactIndexes.map((index) => ({ ...index })));
  const started = performance.now();
  let next = 0;
  const work = async () => {
    while (next < documents) {
      const first = next;
      next += batchSize;
      const batch = Array.from({ length: Math.min(batchSize, documents - first) }, (_entry, at) => contact(first + at));
      await contacts.insertMany(batch, { ordered: false });
    }
  };
  await Promise.all(Array.from({ length: importers }, work));
  return documents / ((performance.now() - started) / 1000);
}

async function latencyMs({ contacts }: Target, until: () => boolean): Promise<number> {
  const samples: number[] = [];
  for (let turn = 0; !until(); turn++) {
    const started = performance.now();
    await contacts.findOne({ _id: firstRead + (turn % readContacts) });
    samples.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return median(samples);
}

export interface ImportReport {
  rate: number;
  duringMs: number;
  idleMs: number;
}

/** Imports while another client reads single contacts, then reads without the import. */
export async function importWhileReading(target: Target): Promise<ImportReport> {
  const read: Contact[] = Array.from({ length: readContacts }, (_entry, at) => contact(firstRead + at));
  await target.contacts.insertMany(read);
  let isDone = false;
  const during = latencyMs(target, () => isDone);
  const rate = await importInto(target);
  isDone = true;
  const duringMs = await during;
  let left = idleSamples;
  const idleMs = await latencyMs(target, () => left-- === 0);
  return { rate, duringMs, idleMs };
}
