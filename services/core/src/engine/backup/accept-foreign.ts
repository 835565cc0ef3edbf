import { existsSync } from 'node:fs';
import type { Config } from '../../settings/config.ts';
import { findEpoch } from '../../store/backup/epoch-store.ts';
import { digestKey } from '../../store/secrets/store-keys.ts';
import { findSendingStop, installation, resumeSending } from '../../store/sending/sending-stop-store.ts';
import { type BroughtForward, confirmState, entriesSince, replaySince } from './accept-state.ts';
import { guardActor } from './guard-epoch.ts';
import { existingJournals } from './journal-file.ts';
import { journalKeys, reaches, readJournal } from './refusal-journal.ts';
import { stopAfterRestore, whatIsKnown } from './restore-backup.ts';

export interface ForeignRestore {
  /** Time of the restored state. Null if the folder was only moved and nothing was restored. */
  from: Date | null;
  journalFile: string | null;
  config: Config;
  now: () => Date;
}

export interface ForeignSummary extends BroughtForward {
  isJournalMissing: boolean;
  /** Sentence that describes what is known about the time since the restored state. */
  known: string;
}

/** Confirms that the folder was moved on purpose. No data is lost, and sending that the guard stopped resumes. */
export async function confirmMoved(config: Config, now: () => Date): Promise<{ wasStopped: boolean }> {
  await confirmState({ config, now }, await readAll(config, null));
  const stop = await findSendingStop(installation);
  const isOfGuard = stop?.stoppedBy.id === guardActor.id;
  return { wasStopped: isOfGuard && (await resumeSending(installation)) };
}

/** Accepts a store that other tools restored to an earlier state, and replays the later events. */
export async function acceptForeign(
  from: Date,
  { journalFile, config, now }: Omit<ForeignRestore, 'from'>,
): Promise<ForeignSummary> {
  const journals = await readAll(config, journalFile);
  const state = await findEpoch();
  const isJournalMissing = !journals.some((journal) => reaches(journal, state));
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
