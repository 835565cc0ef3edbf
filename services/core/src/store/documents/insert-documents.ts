import type { InsertManyOptions, Model } from 'mongoose';
import { markedDocuments, markedUpdate } from '../feed/change-marks.ts';
import { toRecord } from './define-model.ts';
import { openTransaction } from './open-transaction.ts';
import { isDuplicateKey } from './transaction.ts';
import { uniqueKeysOf } from './unique-keys.ts';

/**
 * Stores complete documents, within any transaction. Small batches are sent with its next command. The type ensures
 * completeness: mongoose neither builds, fills in, nor validates them, which would cost several times the insert
 * itself.
 */
export async function insertDocuments<Doc extends { _id: string }>(
  model: Model<Doc>,
  documents: readonly Doc[],
): Promise<void> {
  if (documents.length === 0) return;
  const { collectionName } = model.collection;
  const marked = markedDocuments(collectionName, documents);
  if (openTransaction()?.add(collectionName, marked, (each) => uniqueKeysOf(model, each))) return;
  await model.insertMany(marked as Doc[], { lean: true, ignoreUndefined: true } as InsertManyOptions & { lean: true });
}

/** Changes one document, which must exist. Inside a transaction, it is sent with the next command, like inserts. */
export async function changeDocument<Doc extends { _id: string }>(
  model: Model<Doc>,
  where: { workspaceId: string; _id: string },
  update: object,
): Promise<void> {
  const { collectionName } = model.collection;
  if (openTransaction()?.change(collectionName, where, markedUpdate(collectionName, update))) return;
  await model.updateOne(where as object, update);
}

type RecordOf<Doc> = Omit<Doc, '_id'> & { id: string };

/** Stores one document with the defaults of its model, and returns the stored document. */
export async function createRecord<Doc extends { _id: string }>(
  model: Model<Doc>,
  document: Partial<NoInfer<Doc>> & { _id: string },
): Promise<RecordOf<Doc>> {
  const [created] = await model.create([document]);
  return toRecord(plainOf<Doc>(created));
}

/** Same for several documents, in one command. */
export async function createRecords<Doc extends { _id: string }>(
  model: Model<Doc>,
  documents: readonly (Partial<NoInfer<Doc>> & { _id: string })[],
): Promise<RecordOf<Doc>[]> {
  const created: unknown[] = await model.insertMany(documents);
  return created.map((each) => toRecord(plainOf<Doc>(each)));
}

function plainOf<Doc>(created: unknown): Doc {
  return (created as { toObject(): Doc }).toObject();
}

/** Changes many documents in one unordered command. */
export async function writeMany<Doc>(model: Model<Doc>, operations: readonly object[]): Promise<void> {
  await model.bulkWrite(operations as Parameters<Model<Doc>['bulkWrite']>[0], { ordered: false });
}

/**
 * Upserts documents that two workers can insert concurrently. The unique index rejects the second insert, and the next
 * attempt finds the document. Not for transactions.
 */
export async function insertMissing<Doc>(model: Model<Doc>, operations: readonly object[]): Promise<void> {
  try {
    await writeMany(model, operations);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await writeMany(model, operations);
  }
}
