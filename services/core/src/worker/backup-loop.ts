import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { journalKeys, RefusalJournal } from '../engine/backup/refusal-journal.ts';
import { writeBackup } from '../engine/backup/write-backup.ts';
import type { EngineDeps } from '../engine/context/engine-deps.ts';
import { claimBackup, noteBackup } from '../store/backup/backup-state.ts';
import { currentVersion } from '../store/migrations/index.ts';
import { digestKey } from '../store/secrets/store-keys.ts';
import { type Loop, startLoop } from './poll-loop.ts';

const scheduleRestMs = 30_000;
const journalRestMs = 1_000;
const journalRestFactorMax = 10;
const leaseMs = 30 * 60_000;
const nameOfBackup = /^outbound-\d{8}T\d{6}Z\.backup$/;

/** Makes the backup that is due, if no other instance does, and removes the oldest beyond BACKUP_KEEP. */
export async function backUpWhenDue(deps: EngineDeps): Promise<boolean> {
  const { databaseName: core, gatewayDatabaseName: gateway, backup } = deps.config;
  const { dir, passphrase, everyMs, keep, secrets } = backup;
  const now = deps.now();
  if (dir === undefined || passphrase === undefined || !(await claimBackup(now, everyMs, leaseMs))) return false;
  const file = join(dir, `outbound-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`);
  const meta = { createdAt: now.toISOString(), dataVersion: currentVersion, databases: { core, gateway }, secrets };
  const summary = await writeBackup(file, passphrase, meta);
  await noteBackup(now, file);
  const made = (await readdir(dir)).filter((name) => nameOfBackup.test(name)).sort();
  for (const name of made.slice(0, -keep)) await rm(join(dir, name), { force: true });
  deps.log.info({ ...summary }, 'backup');
  return true;
}

/** The scheduled backup, and the journal of refusals that outlives the store. */
export function startBackupLoop(deps: EngineDeps): Loop {
  const keys = journalKeys([digestKey()], deps.config.keyRing.all);
  const journal = new RefusalJournal(join(deps.config.dataDir, 'refusals.journal'), keys);
  const loops = [
    startLoop({ name: 'backup', idleMs: scheduleRestMs, log: deps.log, step: () => backUpWhenDue(deps) }),
    startLoop({
      name: 'refusals journal',
      idleMs: journalRestMs,
      restFactorMax: journalRestFactorMax,
      isWoken: true,
      log: deps.log,
      step: async () => {
        await journal.append(deps.now());
        return false;
      },
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await journal.append(deps.now());
    },
  };
}
