import { keysInStore } from './2-keys-in-store.ts';
import { customFieldWords } from './3-custom-field-words.ts';
import { needlessIndexes } from './4-needless-indexes.ts';
import { oneAddress } from './5-one-address.ts';
import { oneOpenEnrollment } from './6-one-open-enrollment.ts';
import { endedAuthority } from './7-ended-authority.ts';
import { replyDueTimes } from './8-reply-due-times.ts';
import { inventedPeople } from './9-invented-people.ts';
import { webhookTurns } from './10-webhook-turns.ts';
import { otherSpellings } from './11-other-spellings.ts';
import { numberedRows } from './12-numbered-rows.ts';
import type { Migration } from './migration.ts';

/** Version of a store without a version record: documents of the releases before migrations. */
export const baselineVersion = 1;

/**
 * In order, one file each: `2-digest-keys.ts`. Append new ones. Indexes need no migration: they are created at each
 * start.
 */
export const migrations: readonly Migration[] = [
  keysInStore,
  customFieldWords,
  needlessIndexes,
  oneAddress,
  oneOpenEnrollment,
  endedAuthority,
  replyDueTimes,
  inventedPeople,
  webhookTurns,
  otherSpellings,
  numberedRows,
];

export function versionOf(list: readonly Migration[]): number {
  return list.at(-1)?.version ?? baselineVersion;
}

/** Data version that this product writes. */
export const currentVersion = versionOf(migrations);
