import { type StoreDatabase, StoreVersionError } from '../migrations/migration.ts';
import { schemaRecords } from '../migrations/schema-record.ts';

export const marksCollection = 'schema_versions';
const restoreId = 'restore';
const moveId = 'move';

interface Mark {
  _id: typeof restoreId | typeof moveId;
  file?: string;
  startedAt: Date;
}

function marks(db: StoreDatabase) {
  return db.collection<Mark>(marksCollection);
}

/** From now on, no instance starts on this store until `endRestore`. */
export async function beginRestore(db: StoreDatabase, file: string, startedAt: Date): Promise<void> {
  await marks(db).replaceOne({ _id: restoreId }, { file, startedAt }, { upsert: true });
}

export async function endRestore(db: StoreDatabase): Promise<void> {
  await marks(db).deleteOne({ _id: restoreId });
}

/** True if an earlier restore replaced only part of this store. */
export async function isHalfRestored(db: StoreDatabase): Promise<boolean> {
  return (await marks(db).findOne({ _id: restoreId })) !== null;
}

/** From now on, no instance starts on this move target until `endMove`. */
export async function beginMove(db: StoreDatabase, startedAt: Date): Promise<void> {
  await marks(db).updateOne({ _id: moveId }, { $setOnInsert: { startedAt } }, { upsert: true });
}

export async function isMoving(db: StoreDatabase): Promise<boolean> {
  return (await marks(db).findOne({ _id: moveId })) !== null;
}

export async function endMove(db: StoreDatabase): Promise<void> {
  await marks(db).deleteOne({ _id: moveId });
}

/** Rejects a store that was only partly replaced by a restore or filled by a move. */
export async function refuseHalfRestored(db: StoreDatabase): Promise<void> {
  const mark = await marks(db).findOne({ _id: restoreId });
  if (mark !== null)
    throw new StoreVersionError(
      `The restore of ${mark.file} has not come to its end: repeat it (outbound restore --file F --replace).`,
    );
  if (await isMoving(db))
    throw new StoreVersionError(
      'The move to this store has not come to its end: repeat it, on the store it came from (outbound move --to URI).',
    );
}

/** Empties the schema collection but keeps the mark. */
export async function emptySchema(db: StoreDatabase): Promise<void> {
  await schemaRecords(db).deleteMany({ _id: { $ne: restoreId } });
}
