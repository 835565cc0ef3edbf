import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../settings/config.ts';

const name = 'outbound.journal';
/** File name that earlier versions used, in the data folder. */
const earlierName = 'refusals.journal';

/** Next to the backups, which should be on a different disk than the store. Otherwise, in the data folder. */
export function journalFile({ backup, dataDir }: Config): string {
  return join(backup.dir ?? dataDir, name);
}

/** All existing journals, the current one first. Empty if all journals are lost. */
export function existingJournals(config: Config): string[] {
  const places = [journalFile(config), join(config.dataDir, name), join(config.dataDir, earlierName)];
  return [...new Set(places)].filter((file) => existsSync(file));
}
