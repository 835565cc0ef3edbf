import type { Model } from 'mongoose';

/**
 * Stores complete documents in one command, inside the transaction where there is one. The type says what is complete:
 * mongoose neither builds, fills in, nor checks them, which costs several times what storing them does.
 */
export const insertDocuments = async <Doc extends { _id: string }>(
  model: Model<Doc>,
  documents: readonly Doc[],
): Promise<void> => {
  if (documents.length === 0) return;
  await model.insertMany(documents as never, { lean: true, ignoreUndefined: true } as never);
};
