import { resolve } from 'node:path';
import { counted } from '../../domain/text/counted.ts';
import { backupFile, pruneBackups } from '../../engine/backup/backup-folder.ts';
import { readBackup, writeBackup } from '../../engine/backup/write-backup.ts';
import { AppError } from '../../errors/errors.ts';
import type { Config } from '../../settings/config.ts';
import { noteBackup } from '../../store/backup/backup-state.ts';
import { currentVersion } from '../../store/migrations/index.ts';
import { type Command, UsageError } from '../command.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { verifyStore } from './verify-store.ts';

export const passphraseHint =
  'Set OUTBOUND_BACKUP_PASSPHRASE: a backup holds keys and personal data, so it is encrypted.';

export function passphraseOf(config: Config | undefined): string {
  const passphrase = config?.backup.passphrase;
  if (passphrase === undefined) throw new UsageError(passphraseHint);
  return passphrase;
}

/** Without --file, a backup is stored with the scheduled ones and counts toward BACKUP_KEEP. */
function targetOf(file: string | undefined, config: Config, now: Date): { file: string; prunes: boolean } {
  if (file !== undefined) return { file: resolve(file), prunes: false };
  if (config.backup.dir === undefined) throw new UsageError('--file is missing, and BACKUP_DIR is not set.');
  return { file: resolve(backupFile(config.backup.dir, now)), prunes: true };
}

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write the whole installation, store and keys, into one encrypted file, while it runs.',
  options: {
    file: { value: '<path>', description: 'the file to write; default: a new file in BACKUP_DIR' },
    stopped: { description: 'every part is stopped: for a store that keeps no snapshot' },
  },
  async run({ file, stopped }, { config, now }) {
    const passphrase = passphraseOf(config);
    const { databaseName: core, gatewayDatabaseName: gateway, backup } = config!;
    const target = targetOf(file, config!, now());
    const about = { dataVersion: currentVersion, databases: { core, gateway }, secrets: backup.secrets };
    const progress = new ProgressLine(process.stderr);
    const options = { isStopped: stopped !== undefined, onProgress: progress.show };
    const summary = await writeBackup(target.file, passphrase, about, options).finally(progress.end);
    await noteBackup(new Date(summary.createdAt), summary.file);
    const removed = target.prunes ? await pruneBackups(backup.dir!, backup.keep) : [];
    const pruned = removed.length === 0 ? '' : ` Removed ${counted(removed.length, 'older backup')} (BACKUP_KEEP).`;
    const text =
      `Wrote ${counted(summary.documents, 'document')} in ${counted(summary.collections, 'collection')} to ` +
      `${summary.file} (${summary.bytes} bytes) and verified the file. It holds the state of ` +
      `${summary.createdAt}.${pruned}`;
    return { text, data: { ...summary, removed } };
  },
};

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Read a backup from its first byte to its last, or check what the store holds.',
  options: { file: { value: '<path>', description: 'a backup; without one the running store is checked' } },
  async run({ file }, { config }) {
    if (file === undefined) return storeReport(await verifyStore());
    const { meta, summary } = await readBackup(resolve(file), passphraseOf(config));
    const text = `${summary.file} is whole: ${summary.documents} documents of ${summary.collections} collections, of ${summary.createdAt}.`;
    return { text, data: { ...summary, keys: Object.keys(meta.secrets) } };
  },
};

function storeReport(report: Awaited<ReturnType<typeof verifyStore>>) {
  if (report.problems.length > 0) throw new AppError('internal', report.problems.join('; '));
  const text = `The store is consistent: ${counted(report.workspaces, 'workspace')}, each ledger is its balance.`;
  return { text, data: { ...report } };
}
