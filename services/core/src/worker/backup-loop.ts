import { randomUUID } from 'node:crypto';
import { backupFile, pruneBackups } from '../engine/backup/backup-folder.ts';
import { EpochGuard } from '../engine/backup/guard-epoch.ts';
import { journalFile } from '../engine/backup/journal-file.ts';
import { journalKeys, RefusalJournal } from '../engine/backup/refusal-journal.ts';
import { writeBackup } from '../engine/backup/write-backup.ts';
import type { EngineDeps } from '../engine/context/engine-deps.ts';
import { claimBackup, noteBackup, renewBackup } from '../store/backup/backup-state.ts';
import { claimJournal, releaseJournal } from '../store/backup/epoch-store.ts';
import { currentVersion } from '../store/migrations/index.ts';
import { digestKey } from '../store/secrets/store-keys.ts';
import { type Loop, startLoop } from './poll-loop.ts';

const scheduleRestMs = 30_000;
const journalRestMs = 1_000;
const journalRestFactorMax = 10;
const journalLeaseMs = 30_000;
const leaseMs = 30 * 60_000;
const renewMs = 60_000;

/** Makes the due backup, unless another instance does, and removes the oldest ones beyond BACKUP_KEEP. */
export async function backUpWhenDue(deps: EngineDeps): Promise<boolean> {
  const { databaseName: core, gatewayDatabaseName: gateway, backup } = deps.config;
  const { dir, passphrase, everyMs, keep, secrets } = backup;
  const now = deps.now();
  if (dir === undefined || passphrase === undefined || !(await claimBackup(now, everyMs, leaseMs))) return false;
  const about = { dataVersion: currentVersion, databases: { core, gateway }, secrets };
  const renewal = setInterval(() => void renewBackup(leaseMs).catch(() => {}), renewMs);
  try {
    const summary = await writeBackup(backupFile(dir, now), passphrase, about);
    await noteBackup(new Date(summary.createdAt), summary.file);
    deps.log.info({ ...summary }, 'backup');
  } finally {
    clearInterval(renewal);
  }
  await pruneBackups(dir, keep);
  return true;
}

/** Runs the scheduled backup, and the journal that outlives the store. One elected worker writes the journal. */
export function startBackupLoop(deps: EngineDeps, guard = new EpochGuard(deps)): Loop {
  const keys = journalKeys([digestKey()], deps.config.keyRing.all);
  const journal = new RefusalJournal(journalFile(deps.config), keys);
  const owner = randomUUID();
  let begun: Promise<unknown> | undefined;
  const append = async () => {
    begun ??= guard.begin().catch((error: Error) => {
      begun = undefined;
      throw error;
    });
    await begun;
    await guard.check();
    if (await claimJournal(owner, journalLeaseMs)) await journal.append(deps.now(), () => guard.advance());
    return false;
  };
  const loops = [
    startLoop({ name: 'backup', idleMs: scheduleRestMs, log: deps.log, step: () => backUpWhenDue(deps) }),
    startLoop({
      name: 'journal',
      idleMs: journalRestMs,
      restFactorMax: journalRestFactorMax,
      isWoken: true,
      log: deps.log,
      step: append,
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await append();
      await releaseJournal(owner);
    },
  };
}
