import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isStoreInFolder } from '../../engine/backup/epoch-folder.ts';
import { journalFile } from '../../engine/backup/journal-file.ts';
import { freeBytes } from '../../engine/workspaces/disk/free-space.ts';
import type { Config } from '../../settings/config.ts';
import type { Finding } from './finding.ts';

const othersBits = 0o077;
const warnedFreeFactor = 4;

async function isOpenToOthers(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & othersBits) !== 0;
}

/** Checks the data folder's permissions and free space. */
export async function checkFolder(config: Config): Promise<Finding[]> {
  const { dataDir, sendingFreeBytesMin: floor } = config;
  const findings: Finding[] = [];
  for (const path of [dataDir, join(dataDir, 'secrets.json')])
    if (await isOpenToOthers(path))
      findings.push({
        level: 'error',
        about: 'files',
        message: `other users of this machine can read ${path}`,
        remedy: `chmod go-rwx ${path}`,
      });
  findings.push(...(await checkJournal(config)));
  const free = await freeBytes(dataDir);
  if (free !== null && free < floor * warnedFreeFactor)
    findings.push({
      level: free < floor ? 'error' : 'warning',
      about: 'disk',
      message: `${Math.round(free / 1e6)} MB are left for ${dataDir}; below ${Math.round(floor / 1e6)} MB nothing is sent`,
      remedy: 'make room, move the data folder to a larger disk, or keep less (docs/operations.md, Retention)',
    });
  return findings;
}

/**
 * Checks that the journal is on another disk. Otherwise, losing or reverting the store's disk also affects the journal.
 */
async function checkJournal(config: Config): Promise<Finding[]> {
  if (!isStoreInFolder(config)) return [];
  const file = journalFile(config);
  const [journalDisk, storeDisk] = await Promise.all([dirname(file), config.dataDir].map(diskOf));
  if (journalDisk === undefined || journalDisk !== storeDisk) return [];
  const message = `the journal ${file} is on the disk of the store: opt-outs since a backup are lost with it`;
  const remedy = 'set BACKUP_DIR to a folder on another disk, or copy the journal and the backups to another machine';
  return [{ level: 'warning', about: 'journal', message, remedy }];
}

async function diskOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.dev;
}
