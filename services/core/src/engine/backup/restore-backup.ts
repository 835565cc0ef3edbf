import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupRefusal } from '../../domain/backup/refusal.ts';
import { BackupFileError } from '../../domain/backup/sealed-stream.ts';
import { counted } from '../../domain/text/counted.ts';
import { type KeyRing, parseKeyRing } from '../../secrets/key-ring.ts';
import type { Config } from '../../settings/config.ts';
import { DigestKeyInBackup } from '../../store/backup/digest-key-in-backup.ts';
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
import { type JournalContents, journalKeys, readJournal } from './refusal-journal.ts';
import { readBackup } from './write-backup.ts';

export interface RestoreOptions {
  file: string;
  passphrase: string;
  /** The journal to read; null: those that are where journals are kept, if any. */
  journalFile: string | null;
  config: Config;
  now: () => Date;
  log(text: string): void;
}

export interface RestoreSummary extends BroughtForward {
  createdAt: string;
  documents: number;
  /** True when nobody knows who opted out and what was sent since. Sending resumes only when a person accepts that. */
  isJournalMissing: boolean;
  /** Where the keys of the backup were written, if they are not those that are set now. */
  keysFile: string | null;
}

/** The replaced store is read from before the moment of the backup on: its clock may have been another one. */
const readBackMs = 10 * 60_000;
const actor = { kind: 'system', id: 'operator', name: 'Operator' } as const;

/**
 * Replaces the store by a backup. Nothing that was refused, erased or sent since is undone: that is read from the journal
 * and from the store that is replaced, sending stays stopped until a person resumes it, and what was due is doubted.
 * A restore that is cut off leaves a store that no instance starts on; it is repeated.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { file, passphrase, config, now, log } = options;
  const inBackup = new DigestKeyInBackup();
  const { meta, summary } = await readBackup(file, passphrase, inBackup);
  if (meta.dataVersion > currentVersion)
    throw new BackupFileError(`The backup was made by a newer version of Outbound (data version ${meta.dataVersion}).`);
  const keyRing = parseKeyRing(meta.secrets.SECRET_KEY ?? '');
  const journals = await readJournals(options, [inBackup.found, await storedDigestKey()], keyRing);
  const replaced = await readReplaced(inBackup.found, new Date(meta.createdAt));
  const isJournalMissing = journals.length === 0 && !replaced.isComplete;
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

/** One sentence about what a restore keeps although it happened after the backup. */
export function whatIsKnown(entries: readonly BackupRefusal[], isJournalMissing: boolean, since: string): string {
  if (isJournalMissing)
    return `Opt-outs since ${since} are unknown, and so are messages sent since: there is no journal.`;
  const count = (type: BackupRefusal['type']) => entries.filter((entry) => entry.type === type).length;
  const [optOuts, erasures, sent] = [count('suppression'), count('erasure'), count('sent')];
  return `Since then: ${counted(optOuts, 'opt-out')}, ${counted(erasures, 'erasure')}, and ${counted(sent, 'sent message')}. They are kept.`;
}

/** Sending of the installation stays stopped; an existing stop is replaced, because this one has to be confirmed. */
export async function stopAfterRestore(note: string, isJournalMissing: boolean, now: Date): Promise<void> {
  await resumeSending(installation);
  await stopSending(installation, { reason: 'restore', note, stoppedBy: actor, stoppedAt: now, isJournalMissing });
}

/** With every key that a line may be sealed with: of the backup's store, of the one that is replaced, and both SECRET_KEYs. */
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

/** The store that is replaced knows everything up to now, if it is of the same installation and whole. */
async function readReplaced(keyInBackup: Buffer | undefined, moment: Date) {
  const ownKey = await storedDigestKey();
  const isSame = ownKey !== undefined && keyInBackup !== undefined && ownKey.equals(keyInBackup);
  const isComplete = isSame && !(await isHalfRestored(currentDatabase()));
  const entries: BackupRefusal[] = [];
  const since = new Date(moment.getTime() - readBackMs);
  for await (const page of refusalsSince(since)) entries.push(...page);
  return { isComplete, entries };
}

/** The launcher's keys are in a file of the data folder: the backup's take their place, and the old ones are kept beside. */
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
