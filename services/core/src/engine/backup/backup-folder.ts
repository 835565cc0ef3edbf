import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Also matches backups written by `outbound-backup.timer` of earlier versions. */
const nameOfBackup = /^(?:outbound-)?(\d{8}T\d{6}Z)\.backup$/;

/** File path of a backup that starts at this time. */
export function backupFile(dir: string, at: Date): string {
  return join(dir, `outbound-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`);
}

/** Removes the oldest backups in the folder beyond `keep`, by the times in their names. Keeps other files. */
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
