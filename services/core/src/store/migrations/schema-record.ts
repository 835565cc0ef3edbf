import type mongoose from 'mongoose';
import { unlessThere } from '../documents/transaction.ts';
import { baselineVersion } from './index.ts';
import type { StoreDatabase } from './migration.ts';

/** Single document with the version of the stored documents and the instance that is changing them. */
export interface SchemaRecord {
  _id: string;
  version: number;
  /** Oldest version of the product that can use this store. */
  compatibleFrom: number;
  lease?: { owner: string; until: Date };
  /** Current migration and its saved progress. */
  running?: { version: number; saved?: unknown };
  history: { version: number; at: Date; tookMs: number }[];
}

const recordId = 'schema';

export function schemaRecords(db: StoreDatabase): mongoose.mongo.Collection<SchemaRecord> {
  return db.collection<SchemaRecord>('schema_versions');
}

/**
 * Returns the record, and creates it if missing. A store without collections gets today's version, and any other the
 * baseline.
 */
export async function readSchemaRecord(db: StoreDatabase, currentVersion: number): Promise<SchemaRecord> {
  const found = await schemaRecords(db).findOne({ _id: recordId });
  if (found) return found;
  const isNew = (await db.listCollections({}, { nameOnly: true }).toArray()).every(({ name }) =>
    /^system\.|^schema_versions$/.test(name),
  );
  const version = isNew ? currentVersion : baselineVersion;
  const made: SchemaRecord = { _id: recordId, version, compatibleFrom: version, history: [] };
  // Another instance that starts at the same time can create it first.
  await unlessThere(schemaRecords(db).insertOne(made));
  return (await schemaRecords(db).findOne({ _id: recordId }))!;
}

/** Takes or renews the lease. Returns null while another instance holds it. */
export async function leaseSchema(
  db: StoreDatabase,
  owner: string,
  now: Date,
  leaseMs: number,
): Promise<SchemaRecord | null> {
  return schemaRecords(db).findOneAndUpdate(
    {
      _id: recordId,
      $or: [
        { lease: { $exists: false } },
        { 'lease.owner': owner },
        { 'lease.until': { $lte: now } },
        // Set by a clock that was since set back. This runs before anything else could correct it.
        { 'lease.until': { $gt: new Date(now.getTime() + 2 * leaseMs) } },
      ],
    },
    { $set: { lease: { owner, until: new Date(now.getTime() + leaseMs) } } },
    { returnDocument: 'after' },
  );
}

/** Stores a change while the lease is held. Returns false if it was lost. */
export async function updateLeased(db: StoreDatabase, owner: string, update: object): Promise<boolean> {
  const { matchedCount } = await schemaRecords(db).updateOne({ _id: recordId, 'lease.owner': owner }, update);
  return matchedCount === 1;
}
