import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { EpochMark, FolderPlace } from '../../domain/backup/restore-epoch.ts';
import type { Config } from '../../settings/config.ts';

const markFile = 'restore-epoch.json';
const placeFile = 'installation.id';
/** Folder of the embedded store that the launcher starts, in the data folder, and the name of its socket. */
const storeFolder = 'mongo';
const socketFile = 'mongo.sock';
const socketHost = /^mongodb:\/\/([^@/?,]*\.sock)(?:\/|\?|$)/;

/**
 * True if the store is kept as files in this data folder, which can be copied, moved, or replaced. An embedded store
 * that runs elsewhere has another socket, and a separate mongod has none.
 */
export function isStoreInFolder({ mongodbUri, dataDir }: Pick<Config, 'mongodbUri' | 'dataDir'>): boolean {
  const host = socketHost.exec(mongodbUri)?.[1];
  if (host === undefined) return false;
  const socket = decodeURIComponent(host);
  const inside = resolve(dataDir, storeFolder, socketFile);
  return socket === inside || basename(dirname(socket)) === `embedded-mongo-${digestOf(inside)}`;
}

/** Name of the socket's folder in $XDG_RUNTIME_DIR if its path would be too long (embedded-mongo, socket-path.ts). */
function digestOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
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
