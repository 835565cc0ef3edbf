import type { StoreDatabase } from './migration.ts';

/** Drops these indexes where they exist. */
export async function dropIndexes(
  db: StoreDatabase,
  indexes: readonly (readonly [collection: string, index: string])[],
): Promise<void> {
  for (const [collection, index] of indexes) {
    const [found] = await db.listCollections({ name: collection }, { nameOnly: true }).toArray();
    if (found && (await db.collection(collection).indexExists(index))) await db.collection(collection).dropIndex(index);
  }
}
