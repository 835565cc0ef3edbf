import mongoose from 'mongoose';

/** Bookkeeping that a request may touch that changes nothing: rate limits, and the history of searches. */
const ignoredCollections = ['rate_limits', 'rate_windows', 'searches', 'found_items', 'found_searches'];
const ignoredFields = ['lastUsedAt'];

/** The whole store as text, one line per document: two dumps are equal when nothing has changed. */
export const dumpStore = async (): Promise<string[]> => {
  const lines: string[] = [];
  for (const collection of await mongoose.connection.db!.collections()) {
    const name = collection.collectionName;
    if (ignoredCollections.includes(name) || name.startsWith('system.')) continue;
    for await (const document of collection.find({}).sort({ _id: 1 })) {
      for (const field of ignoredFields) delete document[field];
      lines.push(`${name} ${JSON.stringify(document)}`);
    }
  }
  return lines.sort();
};

/** What differs between two dumps, cut to what fits a message. */
export const storeChanges = (before: string[], after: string[]): string[] => {
  const [old, fresh] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !fresh.has(line)).map((line) => `- ${line.slice(0, 300)}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line.slice(0, 300)}`),
  ];
};
