import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../settings/config.ts';

const name = 'outbound.journal';
/** As earlier versions called it, in the data folder. */
const earlierName = 'refusals.journal';

/** With the backups, which are best on another disk than the store; else in the data folder. */
export function journalFile({ backup, dataDir }: Config): string {
  return join(backup.dir ?? dataDir, name);
}

/** Every journal that is there, the current one first: none when all are lost. */
export function existingJournals(config: Config): string[] {
  const places = [journalFile(config), join(config.dataDir, name), join(config.dataDir, earlierName)];
  return [...new Set(places)].filter((file) => existsSync(file));
}
