import { changeInBatches } from './change-in-batches.ts';
import type { Migration } from './migration.ts';

interface Holder {
  _id: string;
  customFields: Record<string, unknown>;
}

const wordLengthMax = 100;
const collections = ['contacts', 'companies'] as const;

function wordsOf(values: Record<string, unknown>): string[] {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return entries.flatMap(([key, value]) => [`=${key}`, `=${key}=${String(value).slice(0, wordLengthMax)}`]);
}

/** Before this version, values of custom fields were not among a record's search words. */
export const customFieldWords: Migration = {
  version: 3,
  name: 'contacts and companies are found by the values of their custom fields',
  isCompatible: false,
  async run(run) {
    const { collection, after } = (run.saved ?? {}) as { collection?: string; after?: string };
    for (const name of collections.slice(
      collection === undefined ? 0 : collections.indexOf(collection as 'contacts'),
    )) {
      const part = {
        ...run,
        saved: name === collection ? { after } : undefined,
        save: (state: unknown) => run.save({ ...(state as object), collection: name }),
      };
      const filter = { customFields: { $exists: true, $ne: {} } };
      await changeInBatches<Holder>(part, name, filter, ({ _id, customFields }) => [
        { updateOne: { filter: { _id }, update: { $addToSet: { searchWords: { $each: wordsOf(customFields) } } } } },
      ]);
    }
  },
};
