import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Contract } from './core-client/contract.ts';
import { type CoreClient, createCoreClient } from './core-client/core-client.ts';
import { createMetrics } from './http/metrics.ts';
import { MODELS } from './oauth/adapter.ts';
import { createAuthorizationServer } from './oauth/authorization-server.ts';
import { ConnectionStore } from './store/connection-store.ts';
import { openDatabase } from './store/database.ts';
import { PreviewStore } from './store/preview-store.ts';
import { ProviderStore } from './store/provider-store.ts';
import { SecretStore } from './store/secret-store.ts';

const KEEP_ALIVE_MS = 65_000;
const STOP_MAX_MS = 20_000;

export type Gateway = { server: Server; stop(): Promise<void> };
export type StartOptions = { config: Config; contract: Contract; log: Logger; now?: () => Date; core?: CoreClient };

/** Opens the stores, builds the indexes, listens. */
export async function startGateway({
  config,
  contract,
  log,
  now = () => new Date(),
  core: own,
}: StartOptions): Promise<Gateway> {
  const database = await openDatabase(config.mongodbUri, config.database);
  const core = own ?? createCoreClient({ coreUrl: config.coreUrl });
  const records = new ProviderStore(database.db);
  const connections = new ConnectionStore(database.db);
  const previews = new PreviewStore(database.db);
  const secrets = new SecretStore(database.db);
  await Promise.all([records.prepare(MODELS), connections.prepare(), previews.prepare()]);

  const authorizationServer = await createAuthorizationServer({
    config,
    contract,
    records,
    connections,
    secrets,
    log,
    now,
  });
  let isStopping = false;
  const isReady = async () => !isStopping && (await database.isReady());
  const app = createApp({
    config,
    contract,
    core,
    previews,
    authorizationServer,
    metrics: createMetrics(),
    log,
    isReady,
    now,
  });
  const server = createServer(app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listen(server, config);
  log.info({ host: config.host, port: config.port, tools: contract.actions.length }, 'gateway listening');

  async function stop(): Promise<void> {
    isStopping = true;
    await closeServer(server);
    await core.close();
    await database.close();
  }
  return { server, stop };
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

/** Stops accepting, lets running requests finish, and cuts what is left after a while. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), STOP_MAX_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
