import { existsSync } from 'node:fs';
import type { Config } from '../../settings/config.ts';
import { digestKey } from '../../store/secrets/store-keys.ts';
import { findSendingStop, installation, resumeSending } from '../../store/sending/sending-stop-store.ts';
import { type BroughtForward, confirmState, entriesSince, replaySince } from './accept-state.ts';
import { guardActor } from './guard-epoch.ts';
import { existingJournals } from './journal-file.ts';
import { journalKeys, readJournal } from './refusal-journal.ts';
import { stopAfterRestore, whatIsKnown } from './restore-backup.ts';

export interface ForeignRestore {
  /** The time of the restored state; null where nothing was restored, and the folder was only moved. */
  from: Date | null;
  journalFile: string | null;
  config: Config;
  now: () => Date;
}

export interface ForeignSummary extends BroughtForward {
  isJournalMissing: boolean;
  /** What is known of the time since, in a sentence. */
  known: string;
}

/** The folder was moved on purpose: nothing is forgotten, and what the guard has stopped goes on. */
export async function confirmMoved(config: Config, now: () => Date): Promise<{ wasStopped: boolean }> {
  await confirmState({ config, now }, await readAll(config, null));
  const stop = await findSendingStop(installation);
  const isOfGuard = stop?.stoppedBy.id === guardActor.id;
  return { wasStopped: isOfGuard && (await resumeSending(installation)) };
}

/** The store was restored by other tools to the state of a moment: what has happened since is brought forward. */
export async function acceptForeign(
  from: Date,
  { journalFile, config, now }: Omit<ForeignRestore, 'from'>,
): Promise<ForeignSummary> {
  const journals = await readAll(config, journalFile);
  const isJournalMissing = journals.length === 0;
  const entries = entriesSince(
    from,
    journals.flatMap(({ refusals }) => refusals),
  );
  await stopAfterRestore(`The state of ${from.toISOString()} was restored.`, isJournalMissing, now());
  const forward = await replaySince(entries, { config, now });
  await confirmState({ config, now }, journals);
  return { ...forward, isJournalMissing, known: whatIsKnown(entries, isJournalMissing, from.toISOString()) };
}

async function readAll(config: Config, journalFile: string | null) {
  if (journalFile !== null && !existsSync(journalFile)) throw new Error(`There is no journal at ${journalFile}.`);
  const keys = journalKeys([digestKey()], config.keyRing.all);
  const files = journalFile === null ? existingJournals(config) : [journalFile];
  return Promise.all(files.map((file) => readJournal(file, keys)));
}
