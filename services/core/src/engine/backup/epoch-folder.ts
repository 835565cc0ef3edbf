import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { EpochMark, FolderPlace } from '../../domain/backup/restore-epoch.ts';
import type { Config } from '../../settings/config.ts';

const markFile = 'restore-epoch.json';
const placeFile = 'installation.id';
/** Matches the socket URI of the embedded store. A separate mongod has a different URI. */
const embeddedSocket = /^mongodb:\/\/[^@/?]*mongo\.sock(?:\/|\?|$)/;

/** True if the store is kept as files in the data folder, which can be copied, moved, or replaced. */
export function isStoreInFolder({ mongodbUri }: Config): boolean {
  return embeddedSocket.test(mongodbUri);
}

/** Mark of the data folder. Null if it has no mark. */
export async function readFolderMark(dataDir: string): Promise<EpochMark | null> {
  try {
    const { epoch, counter } = JSON.parse(await readFile(join(dataDir, markFile), 'utf8'));
    return { epoch, counter };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${join(dataDir, markFile)} cannot be read: ${(error as Error).message}`);
  }
}

export async function writeFolderMark(dataDir: string, { epoch, counter }: EpochMark): Promise<void> {
  const file = join(dataDir, markFile);
  const draft = `${file}.new`;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(draft, `${JSON.stringify({ epoch, counter })}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
}

/** Path of the data folder and inode of a file that is never rewritten. A copy of the folder has a different inode. */
export async function placeOfFolder(dataDir: string): Promise<FolderPlace> {
  const file = join(dataDir, placeFile);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(`${randomUUID()}\n`);
    await handle.sync();
    await handle.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return { path: resolve(dataDir), inode: (await stat(file)).ino };
}

/** Null if the store is not in the data folder. */
export async function placeOfStore(config: Config): Promise<FolderPlace | null> {
  return isStoreInFolder(config) ? placeOfFolder(config.dataDir) : null;
}
