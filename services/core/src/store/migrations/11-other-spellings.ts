import { addSearchWords } from './add-search-words.ts';
import type { Migration } from './migration.ts';

/** Before this version, "Mueller" did not find "Müller", and "obrien" did not find "O'Brien". */
export const otherSpellings: Migration = {
  version: 11,
  name: 'records are found by other spellings of their names',
  isCompatible: true,
  async run(run) {
    run.log?.(`${await addSearchWords(run)} records are found by more words`);
  },
};
