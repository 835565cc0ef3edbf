import mongoose from 'mongoose';
import { portableIndexes } from './index-descriptions.ts';
import type { BackupMeta, CollectionHeader, RecordTaker } from './records.ts';
import { emptySchema } from './restore-mark.ts';

const batchDocuments = 500;
const schemaCollection = 'schema_versions';
// Keeps BSON types: a Long of 1 does not become an Int32.
const exact = { promoteValues: false, promoteBuffers: false, promoteLongs: false } as const;

type Databases = BackupMeta['databases'];

/**
 * Replaces the databases with the records of a backup. Empties, fills, and indexes each collection, and drops
 * collections that the backup does not have. `finish` writes the rest.
 */
export function replaceCollections(databases: Databases): RecordTaker & { finish(): Promise<void> } {
  const client = mongoose.connection.getClient();
  const written: Record<keyof Databases, string[]> = { core: [], gateway: [] };
  let open: CollectionHeader | undefined;
  let batch: mongoose.mongo.Document[] = [];

  const collectionOf = ({ database, name }: CollectionHeader) => client.db(databases[database]).collection(name);
  const flush = async () => {
    if (open && batch.length > 0) await collectionOf(open).insertMany(batch, { ordered: false });
    batch = [];
  };
  const close = async () => {
    await flush();
    const indexes = portableIndexes(open?.indexes ?? []);
    if (open && indexes.length > 0) await collectionOf(open).createIndexes(indexes);
  };
  return {
    async collection(header) {
      await close();
      open = header;
      written[header.database].push(header.name);
      const db = client.db(databases[header.database]);
      if (header.name === schemaCollection) return emptySchema(db);
      await db.dropCollection(header.name).catch(() => false);
      await db.createCollection(header.name);
    },
    async document(bytes) {
      batch.push(mongoose.mongo.BSON.deserialize(bytes, exact));
      if (batch.length >= batchDocuments) await flush();
    },
    async finish() {
      await close();
      for (const database of ['core', 'gateway'] as const) {
        const db = client.db(databases[database]);
        for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
          if (!/^system\.|^schema_versions$/.test(name) && !written[database].includes(name))
            await db.dropCollection(name);
      }
    },
  };
}
