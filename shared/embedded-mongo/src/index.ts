import { Server, type ServerOptions } from './server.ts';

export type { ServerOptions } from './server.ts';
export { DataFolderError } from './storage/data-folder.ts';

export interface EmbeddedMongo {
  /** What any MongoDB client connects to. */
  uri: string;
  port: number;
  /** Ends all connections and closes the data folder; everything acknowledged is on disk already. */
  stop(): Promise<void>;
}

const defaultHost = '127.0.0.1';

/** Starts a server on a data folder, in this process. Throws DataFolderError when the folder cannot be used. */
export async function startEmbeddedMongo(options: ServerOptions): Promise<EmbeddedMongo> {
  const host = options.host ?? defaultHost;
  const server = new Server(options);
  try {
    await server.listen(options.port ?? 0, host);
  } catch (error) {
    await server.store.close();
    throw error;
  }
  const reachable = host === '0.0.0.0' || host === '::' ? defaultHost : host;
  const uri = `mongodb://${reachable.includes(':') ? `[${reachable}]` : reachable}:${server.port}/?replicaSet=rs0`;
  return { uri, port: server.port, stop: () => server.close() };
}
