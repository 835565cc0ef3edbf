import { createHash } from 'node:crypto';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { isClosed, makeFolder } from '../storage/closed-folder.ts';
import { DataFolderError } from '../storage/data-folder.ts';

/** Linux has room for 107 bytes, macOS for 103 (sun_path in sys/un.h). */
const pathBytesMax = 103;
const socketFile = 'mongo.sock';

/** Where a data folder's socket is: inside, or in $XDG_RUNTIME_DIR when that path would be too long for a socket. */
export function defaultSocket(folder: string, runtimeFolder = process.env.XDG_RUNTIME_DIR): string {
  const inside = resolve(folder, socketFile);
  if (Buffer.byteLength(inside) <= pathBytesMax || !runtimeFolder) return inside;
  const name = createHash('sha256').update(inside).digest('hex').slice(0, 16);
  return join(resolve(runtimeFolder), `embedded-mongo-${name}`, socketFile);
}

/** What clients connect to. Drivers compare addresses in small letters, so they are asked not to look for others. */
export function socketUri(path: string): string {
  return `mongodb://${encodeURIComponent(path)}/?directConnection=true`;
}

/** Makes the place where a socket will be, open to this user alone, and removes what a dead server left there. */
export async function prepareSocket(path: string): Promise<void> {
  if (!path.endsWith('.sock'))
    throw new DataFolderError(`the socket ${path} must end with .sock, by which drivers know it`);
  if (Buffer.byteLength(path) > pathBytesMax)
    throw new DataFolderError(
      `the path of the socket ${path} is longer than ${pathBytesMax} bytes: choose one with --socket`,
    );
  const folder = dirname(path);
  ensureClosedFolder(folder);
  if (!existsSync(path)) return;
  if (!lstatSync(path).isSocket()) throw new DataFolderError(`${path} is there already and is not a socket`);
  if (await isServed(path)) throw new DataFolderError(`the socket ${path} is in use by another process`);
  rmSync(path, { force: true });
}

/** A socket can be reached by all who can enter its folder. */
function ensureClosedFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new DataFolderError(`the folder ${folder} cannot be created: ${(error as Error).message}`);
  }
  if (!isClosed(folder))
    throw new DataFolderError(`the folder of the socket, ${folder}, must belong to this user alone (chmod 700)`);
}

function isServed(path: string): Promise<boolean> {
  return new Promise((found) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      found(true);
    });
    socket.once('error', () => found(false));
  });
}
