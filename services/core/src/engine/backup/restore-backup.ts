import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { BackupRefusal } from '../../domain/backup/refusal.ts';
import { BackupFileError } from '../../domain/backup/sealed-stream.ts';
import { type KeyRing, parseKeyRing } from '../../domain/keys/key-ring.ts';
import { doubtWhatWasDue, replaySuppression } from '../../store/backup/after-restore.ts';
import { DigestKeyInBackup } from '../../store/backup/digest-key-in-backup.ts';
import { refusalsSince } from '../../store/backup/refusal-store.ts';
import { replaceCollections } from '../../store/backup/replace-collections.ts';
import { beginRestore, endRestore } from '../../store/backup/restore-mark.ts';
import { currentDatabase, prepareCollections } from '../../store/connect.ts';
import { findContact } from '../../store/crm/contact-store.ts';
import { openStoreKeys, storedDigestKey } from '../../store/keys/store-keys.ts';
import { currentVersion } from '../../store/migrations/index.ts';
import { migrateStore } from '../../store/migrations/migrate-store.ts';
import { installation, stopSending } from '../../store/sending/sending-stop-store.ts';
import { serverNow } from '../../store/server-clock.ts';
import { inTransaction } from '../../store/transaction.ts';
import { erasePerson } from '../contacts/erase-person.ts';
import { journalKeys, readRefusals } from './refusal-journal.ts';
import { readBackup } from './write-backup.ts';

export interface RestoreOptions {
  file: string;
  passphrase: string;
  journalFile: string;
  config: Config;
  now: () => Date;
  log(text: string): void;
}

export interface RestoreSummary {
  createdAt: string;
  documents: number;
  unconfirmedMessages: number;
  pausedEnrollments: number;
  replayedSuppressions: number;
  replayedErasures: number;
  /** Where the keys of the backup were written, if they are not those that are set now. */
  keysFile: string | null;
}

/** Clocks of machines differ, and a refusal may have been under way when the backup was made. */
const overlapMs = 10 * 60_000;
const actor = { kind: 'system', id: 'operator', name: 'Operator' } as const;

/**
 * Replaces the store by a backup. Nothing that was refused, erased or sent since is undone: refusals are read from the
 * journal and from the store that is replaced, sending stays stopped until a person resumes it, and what was due is doubted.
 * A restore that is cut off leaves a store that no instance starts on; it is repeated.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { file, passphrase, config, now, log } = options;
  const inBackup = new DigestKeyInBackup();
  const { meta, summary } = await readBackup(file, passphrase, inBackup);
  if (meta.dataVersion > currentVersion)
    throw new BackupFileError(`The backup was made by a newer version of Outbound (data version ${meta.dataVersion}).`);
  const keyRing = parseKeyRing(meta.secrets.SECRET_KEY ?? '');
  const since = new Date(Date.parse(meta.createdAt) - overlapMs);
  const journal = await readJournal(options, [inBackup.found, await storedDigestKey()], keyRing);
  const refusals = await refusalsAfter(since, journal);
  log(`The backup is whole. ${refusals.length} refusals and erasures since then are kept.`);
  const db = currentDatabase();
  await beginRestore(db, file, now());
  await readInto(file, passphrase, config);
  await migrateStore(db, { now: serverNow, log, keyRing });
  await prepareCollections();
  await openStoreKeys(keyRing);
  const note = `The backup of ${meta.createdAt} was restored.`;
  await stopSending(installation, { reason: 'restore', note, stoppedBy: actor, stoppedAt: now() });
  const doubted = await doubtWhatWasDue(now());
  const replayed = await replay(refusals, { ...options, config: { ...config, keyRing } });
  await endRestore(db);
  const keysFile = await keepKeys(meta.secrets, config);
  const { messages: unconfirmedMessages, enrollments: pausedEnrollments } = doubted;
  const { documents } = summary;
  return { createdAt: meta.createdAt, documents, unconfirmedMessages, pausedEnrollments, ...replayed, keysFile };
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

/** With every key that a line may be sealed with: of the backup's store, of the one that is replaced, and both SECRET_KEYs. */
function readJournal(
  { journalFile, config }: RestoreOptions,
  storeKeys: (Buffer | undefined)[],
  ofBackup: KeyRing,
): Promise<BackupRefusal[]> {
  const known = storeKeys.filter((key) => key !== undefined);
  return readRefusals(journalFile, journalKeys(known, [...config.keyRing.all, ...ofBackup.all]));
}

/** From the journal, and from the store while it is still there. */
async function refusalsAfter(since: Date, journal: BackupRefusal[]): Promise<BackupRefusal[]> {
  const found = new Map(
    journal.filter(({ at }) => Date.parse(at) >= since.getTime()).map((entry) => [entry.id, entry]),
  );
  for await (const page of refusalsSince(since)) for (const entry of page) found.set(entry.id, entry);
  return [...found.values()];
}

async function replay(
  refusals: BackupRefusal[],
  options: RestoreOptions,
): Promise<{ replayedSuppressions: number; replayedErasures: number }> {
  let [replayedSuppressions, replayedErasures] = [0, 0];
  for (const refusal of refusals) {
    if (refusal.type === 'suppression') {
      if (await replaySuppression(refusal)) replayedSuppressions += 1;
    } else if (await replayErasure(refusal, options)) replayedErasures += 1;
  }
  return { replayedSuppressions, replayedErasures };
}

function replayErasure(
  { workspaceId, contactId }: Extract<BackupRefusal, { type: 'erasure' }>,
  { config, now }: RestoreOptions,
): Promise<boolean> {
  return inTransaction(async () => {
    const contact = await findContact(workspaceId, contactId);
    if (contact === null) return false;
    await erasePerson(contact, { kept: 'always', reason: 'request' }, { workspaceId, via: 'operator', config, now });
    return true;
  });
}
