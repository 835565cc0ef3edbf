import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPassword, userName } from './authentication/password-file.ts';
import { makeLogin } from './authentication/scram.ts';
import { checkFolder } from './check.ts';
import type { EngineOptions } from './commands/engine.ts';
import { protectFolder } from './maintenance/protect.ts';
import { defaultSocket, socketUri } from './network/socket-path.ts';
import { Server } from './server.ts';
import { DataFolderError, databaseFile } from './storage/data-folder.ts';
import { isAltered, missingLog } from './storage/verify-files.ts';

export type { EngineOptions } from './commands/engine.ts';
export { DataFolderError } from './storage/data-folder.ts';

export interface ListenOptions {
  /**
   * Path of a Unix socket. Its folder must be closed to other users. Without a port, the default is a socket in the
   * data folder.
   */
  socket?: string;
  /** TCP port to listen on. 0 selects a free port. */
  port?: number;
  /** Default: 127.0.0.1. Addresses other than loopback require `scram`. */
  host?: string;
  /** Over TCP, clients sign in with SCRAM-SHA-256 as the user "root". `none` disables authentication. */
  authentication?: 'scram' | 'none';
}

export interface EmbeddedMongo {
  /** Connection string for any MongoDB client: the socket if there is one, or else TCP with the password. */
  uri: string;
  /** The same without the password, for use in logs. */
  shownUri: string;
  /** 0 if it does not listen on TCP. */
  port: number;
  /** Ends all connections and closes the data folder. All acknowledged writes are already on disk. */
  stop(): Promise<void>;
}

const defaultHost = '127.0.0.1';
const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

/** Starts a server on a data folder in this process. Throws DataFolderError if the folder cannot be used. */
export async function startEmbeddedMongo(options: EngineOptions & ListenOptions): Promise<EmbeddedMongo> {
  const { host = defaultHost, authentication = 'scram' } = options;
  if (authentication === 'none' && !loopback.test(host))
    throw new DataFolderError(`without authentication it listens on loopback only, not on ${host}`);
  verify(options);
  protectFolder(options.path, options.log);
  const server = new Server(options);
  try {
    return await listen(server, { ...options, host, authentication });
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Checks a file that has changed since the last stop before serving it. */
function verify({ path, log }: EngineOptions): void {
  if (!existsSync(join(path, databaseFile))) return;
  const missing = missingLog(path);
  if (missing !== undefined) log?.(`${missing}. If you have them, stop the server and put them back`);
  if (!isAltered(path)) return;
  const { problems } = checkFolder(path);
  if (problems.length > 0)
    throw new DataFolderError(
      `the data in ${path} is damaged (${problems[0]}); run embedded-mongo repair --path ${path}`,
    );
  log?.(`${databaseFile} was changed since the last stop; everything in it is sound`);
}

async function listen(server: Server, options: EngineOptions & ListenOptions): Promise<EmbeddedMongo> {
  const { path, port, host = defaultHost, authentication } = options;
  const socket = options.socket ?? (port === undefined ? defaultSocket(path) : undefined);
  if (socket !== undefined) await server.listenOnSocket(socket);
  const stop = () => server.close();
  const local = socket === undefined ? undefined : socketUri(socket);
  if (port === undefined) return { uri: local!, shownUri: local!, port: 0, stop };
  const password = authentication === 'none' ? undefined : readPassword(path);
  await server.listen(port, host, password === undefined ? undefined : makeLogin(userName, password));
  const address = `${addressOf(host)}:${server.port}/?replicaSet=rs0`;
  const shownUri = `mongodb://${address}`;
  const uri = password === undefined ? shownUri : `mongodb://${userName}:${encodeURIComponent(password)}@${address}`;
  return { uri: local ?? uri, shownUri: local ?? shownUri, port: server.port, stop };
}

function addressOf(host: string): string {
  const reachable = host === '0.0.0.0' || host === '::' ? defaultHost : host;
  return reachable.includes(':') ? `[${reachable}]` : reachable;
}
