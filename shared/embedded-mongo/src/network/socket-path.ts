import { createHash } from 'node:crypto';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { isClosed, makeFolder } from '../storage/closed-folder.ts';
import { DataFolderError } from '../storage/data-folder.ts';

/** Linux has room for 107 bytes, and macOS for 103 (sun_path in sys/un.h). */
const pathBytesMax = 103;
const socketFile = 'mongo.sock';

/** Path of a data folder's socket: inside the folder, or in $XDG_RUNTIME_DIR if that path would be too long. */
export function defaultSocket(folder: string, runtimeFolder = process.env.XDG_RUNTIME_DIR): string {
  const inside = resolve(folder, socketFile);
  if (Buffer.byteLength(inside) <= pathBytesMax || !runtimeFolder) return inside;
  const name = createHash('sha256').update(inside).digest('hex').slice(0, 16);
  return join(resolve(runtimeFolder), `embedded-mongo-${name}`, socketFile);
}

/**
 * Connection string for the socket. Drivers compare addresses in lowercase, so this tells them not to discover others.
 */
export function socketUri(path: string): string {
  return `mongodb://${encodeURIComponent(path)}/?directConnection=true`;
}

/** Creates the folder for a socket, open only to this user, and removes the socket of a dead server. */
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

/** Anyone who can enter the folder of a socket can connect to it. */
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
