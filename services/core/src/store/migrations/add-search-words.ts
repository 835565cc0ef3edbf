import { searchWordsOf } from '../../domain/fields/search-words.ts';
import { changeInBatches } from './change-in-batches.ts';
import type { MigrationRun } from './migration.ts';

interface Searched {
  _id: string;
  searchWords?: string[];
  [field: string]: unknown;
}

const fields = {
  contacts: ['firstName', 'lastName', 'email', 'companyName', 'title'],
  companies: ['name', 'domain', 'industry'],
} as const;
const collections = ['contacts', 'companies'] as const;

/** Adds the current search words to records that lack some. Returns how many did. */
export async function addSearchWords(run: MigrationRun): Promise<number> {
  const { collection, after } = (run.saved ?? {}) as { collection?: (typeof collections)[number]; after?: string };
  let changed = 0;
  for (const name of collections.slice(collection === undefined ? 0 : collections.indexOf(collection))) {
    const part = {
      ...run,
      saved: name === collection ? { after } : undefined,
      save: (state: unknown) => run.save({ ...(state as object), collection: name }),
    };
    await changeInBatches<Searched>(part, name, {}, (record) => {
      const words = searchWordsOf(...fields[name].map((field) => record[field] as string | undefined));
      const known = new Set(record.searchWords);
      const missing = words.filter((word) => !known.has(word));
      if (missing.length === 0) return [];
      changed += 1;
      // Keeps the words of custom fields. Outdated words do no harm.
      return [
        { updateOne: { filter: { _id: record._id }, update: { $addToSet: { searchWords: { $each: missing } } } } },
      ];
    });
  }
  return changed;
}
