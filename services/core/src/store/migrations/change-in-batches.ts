import type mongoose from 'mongoose';
import type { MigrationRun } from './migration.ts';

const usualBatchSize = 500;

type Change = mongoose.mongo.AnyBulkWriteOperation<{ _id: string }>;

/**
 * Passes over a collection in `_id` order, in batches, and saves its position after each. `changeOf` returns the write
 * for one document (or several, or none). It must be idempotent.
 */
export async function changeInBatches<Doc extends { _id: string }>(
  { db, saved, save, batchSize = usualBatchSize }: MigrationRun,
  collection: string,
  filter: object,
  changeOf: (doc: Doc) => Change[] | Promise<Change[]>,
): Promise<void> {
  let after = (saved as { after?: string } | undefined)?.after;
  for (;;) {
    const where = after === undefined ? filter : { $and: [filter, { _id: { $gt: after } }] };
    const docs = await db
      .collection<Doc>(collection)
      .find(where as object)
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    if (docs.length === 0) return;
    const changes = (await Promise.all(docs.map((doc) => changeOf(doc as Doc)))).flat();
    if (changes.length > 0) await db.collection<{ _id: string }>(collection).bulkWrite(changes, { ordered: false });
    after = docs.at(-1)!._id as string;
    await save({ after });
  }
}
