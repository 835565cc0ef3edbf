import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupRefusal } from '../../domain/backup/refusal.ts';
import { BackupFileError } from '../../domain/backup/sealed-stream.ts';
import { counted } from '../../domain/text/counted.ts';
import { type KeyRing, parseKeyRing } from '../../secrets/key-ring.ts';
import type { Config } from '../../settings/config.ts';
import { FoundInBackup } from '../../store/backup/found-in-backup.ts';
import { refusalsSince } from '../../store/backup/refusal-store.ts';
import { replaceCollections } from '../../store/backup/replace-collections.ts';
import { beginRestore, endRestore, isHalfRestored } from '../../store/backup/restore-mark.ts';
import { currentDatabase, prepareCollections } from '../../store/connection/connect.ts';
import { serverNow } from '../../store/documents/server-clock.ts';
import { currentVersion } from '../../store/migrations/index.ts';
import { migrateStore } from '../../store/migrations/migrate-store.ts';
import { openStoreKeys, storedDigestKey } from '../../store/secrets/store-keys.ts';
import { installation, resumeSending, stopSending } from '../../store/sending/sending-stop-store.ts';
import { type BroughtForward, confirmState, entriesSince, replaySince } from './accept-state.ts';
import { existingJournals } from './journal-file.ts';
import { type JournalContents, journalKeys, reaches, readJournal } from './refusal-journal.ts';
import { readBackup } from './write-backup.ts';

export interface RestoreOptions {
  file: string;
  passphrase: string;
  /** Journal to read. Null reads the existing journals in their usual locations. */
  journalFile: string | null;
  config: Config;
  now: () => Date;
  log(text: string): void;
}

export interface RestoreSummary extends BroughtForward {
  createdAt: string;
  documents: number;
  /**
   * True if opt-outs and sent messages since the backup are unknown. Sending resumes only after a person accepts this.
   */
  isJournalMissing: boolean;
  /** File for the keys from the backup. Null if they equal the current keys. */
  keysFile: string | null;
}

/** Overlap when reading the replaced store, in milliseconds, because its clock may have differed. */
const readBackMs = 10 * 60_000;
const actor = { kind: 'system', id: 'operator', name: 'Operator' } as const;

/**
 * Replaces the store with a backup. Keeps later opt-outs, erasures, and sent messages by reading them from the journal
 * and from the replaced store. Sending stays stopped until a person resumes it, and due messages become unconfirmed. An
 * interrupted restore leaves a store that no instance starts on; run the restore again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { file, passphrase, config, now, log } = options;
  const inBackup = new FoundInBackup();
  const { meta, summary } = await readBackup(file, passphrase, inBackup);
  if (meta.dataVersion > currentVersion)
    throw new BackupFileError(`The backup was made by a newer version of Outbound (data version ${meta.dataVersion}).`);
  const keyRing = parseKeyRing(meta.secrets.SECRET_KEY ?? '');
  const journals = await readJournals(options, [inBackup.digestKey, await storedDigestKey()], keyRing);
  const replaced = await readReplaced(inBackup.digestKey, new Date(meta.createdAt));
  const isJournalMissing = !replaced.isComplete && !journals.some((journal) => reaches(journal, inBackup.epoch));
  const entries = new Map([...journals.flatMap(({ refusals }) => refusals), ...replaced.entries].map((e) => [e.id, e]));
  const since = entriesSince(new Date(meta.createdAt), [...entries.values()]);
  log(`The backup is whole. ${whatIsKnown(since, isJournalMissing, meta.createdAt)}`);
  const db = currentDatabase();
  await beginRestore(db, file, now());
  await readInto(file, passphrase, config);
  await migrateStore(db, { now: serverNow, log, keyRing });
  await prepareCollections();
  await openStoreKeys(keyRing);
  await stopAfterRestore(`The backup of ${meta.createdAt} was restored.`, isJournalMissing, now());
  const context = { now, config: { ...config, keyRing } };
  const forward = await replaySince(since, context);
  await confirmState(context, journals);
  await endRestore(db);
  const keysFile = await keepKeys(meta.secrets, config);
  const { documents } = summary;
  return { createdAt: meta.createdAt, documents, isJournalMissing, ...forward, keysFile };
}

/** Also true for an empty journal, and for one that ends before the restored state. */
export const noJournal = 'there is no journal that reaches that time';

/** One sentence about later events that a restore keeps. */
export function whatIsKnown(entries: readonly BackupRefusal[], isJournalMissing: boolean, since: string): string {
  if (isJournalMissing) return `Opt-outs since ${since} are unknown, and so are messages sent since: ${noJournal}.`;
  const count = (type: BackupRefusal['type']) => entries.filter((entry) => entry.type === type).length;
  const [optOuts, erasures, sent] = [count('suppression'), count('erasure'), count('sent')];
  return `Since then: ${counted(optOuts, 'opt-out')}, ${counted(erasures, 'erasure')}, and ${counted(sent, 'sent message')}. They are kept.`;
}

/** Keeps sending stopped for the whole installation. Replaces an existing stop, because this one needs confirmation. */
export async function stopAfterRestore(note: string, isJournalMissing: boolean, now: Date): Promise<void> {
  await resumeSending(installation);
  await stopSending(installation, { reason: 'restore', note, stoppedBy: actor, stoppedAt: now, isJournalMissing });
}

/** Tries every key that can have sealed a line: the keys of both stores (backup and replaced) and both SECRET_KEYs. */
function readJournals(
  { journalFile, config }: Pick<RestoreOptions, 'journalFile' | 'config'>,
  storeKeys: (Buffer | undefined)[],
  ofBackup: KeyRing,
): Promise<JournalContents[]> {
  const keys = journalKeys(
    storeKeys.filter((key) => key !== undefined),
    [...config.keyRing.all, ...ofBackup.all],
  );
  if (journalFile !== null && !existsSync(journalFile)) throw new Error(`There is no journal at ${journalFile}.`);
  const files = journalFile === null ? existingJournals(config) : [journalFile];
  return Promise.all(files.map((file) => readJournal(file, keys)));
}

/** Reads the replaced store, which has all events up to now if it is complete and belongs to the same installation. */
async function readReplaced(keyInBackup: Buffer | undefined, moment: Date) {
  const ownKey = await storedDigestKey();
  const isSame = ownKey !== undefined && keyInBackup !== undefined && ownKey.equals(keyInBackup);
  const isComplete = isSame && !(await isHalfRestored(currentDatabase()));
  const entries: BackupRefusal[] = [];
  const since = new Date(moment.getTime() - readBackMs);
  for await (const page of refusalsSince(since)) entries.push(...page);
  return { isComplete, entries };
}

/**
 * The launcher keeps its keys in a file in the data folder. The keys from the backup replace them, and the old ones are
 * kept in a second file.
 */
async function keepKeys(secrets: Record<string, string>, { backup, dataDir }: Config): Promise<string | null> {
  const { SECRET_KEY: secretKey, INTERNAL_SECRET: internalSecret } = secrets;
  if (secretKey === backup.secrets.SECRET_KEY) return null;
  const file = join(dataDir, 'secrets.json');
  await rename(file, `${file}.before-restore`).catch(() => {});
  await writeFile(file, `${JSON.stringify({ secretKey, internalSecret }, null, 2)}\n`, { mode: 0o600 });
  return file;
}

async function readInto(file: string, passphrase: string, config: Config): Promise<void> {
  const target = replaceCollections({ core: config.databaseName, gateway: config.gatewayDatabaseName });
  await readBackup(file, passphrase, target);
  await target.finish();
}
