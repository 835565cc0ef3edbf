import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Also those that `outbound-backup.timer` of earlier versions wrote. */
const nameOfBackup = /^(?:outbound-)?(\d{8}T\d{6}Z)\.backup$/;

/** The file of a backup that is begun at this moment. */
export function backupFile(dir: string, at: Date): string {
  return join(dir, `outbound-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`);
}

/** Removes the oldest backups of the folder beyond `keep`, by the times in their names. Other files stay. */
export async function pruneBackups(dir: string, keep: number): Promise<string[]> {
  const found: { name: string; time: string }[] = [];
  for (const name of await readdir(dir)) {
    const time = nameOfBackup.exec(name)?.[1];
    if (time !== undefined) found.push({ name, time });
  }
  found.sort((left, right) => left.time.localeCompare(right.time));
  const removed = found.slice(0, -keep).map(({ name }) => name);
  for (const name of removed) await rm(join(dir, name), { force: true });
  return removed;
}
