import { keysInStore } from './2-keys-in-store.ts';
import { customFieldWords } from './3-custom-field-words.ts';
import { needlessIndexes } from './4-needless-indexes.ts';
import { oneAddress } from './5-one-address.ts';
import { oneOpenEnrollment } from './6-one-open-enrollment.ts';
import type { Migration } from './migration.ts';

/** What a store without a version holds: the documents of the releases before there were migrations. */
export const baselineVersion = 1;

/** In order, one file each: `2-digest-keys.ts`. To add one, append it; indexes need none, they are made at each start. */
export const migrations: readonly Migration[] = [
  keysInStore,
  customFieldWords,
  needlessIndexes,
  oneAddress,
  oneOpenEnrollment,
];

export function versionOf(list: readonly Migration[]): number {
  return list.at(-1)?.version ?? baselineVersion;
}

/** The version of documents that this product writes. */
export const currentVersion = versionOf(migrations);
