import type { Server } from 'node:http';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { type AppDeps, createApp, createInternalApp, createMetricsApp } from '../app.ts';
import type { Contract } from '../core-client/contract.ts';
import { type CoreClient, createCoreClient } from '../core-client/core-client.ts';
import { createMetrics } from '../http/metrics.ts';
import { Readiness } from '../http/readiness.ts';
import { type RunningServer, startServer } from '../http/server.ts';
import { providerModels } from '../oauth/adapter.ts';
import { createAuthorizationServer } from '../oauth/authorization-server.ts';
import type { Config } from '../settings/config.ts';
import { AnswerStore } from '../store/answer-store.ts';
import { ConnectionStore } from '../store/connection-store.ts';
import { openDatabase } from '../store/database.ts';
import { PreviewStore } from '../store/preview-store.ts';
import { ProviderStore } from '../store/provider-store.ts';
import { RateStore } from '../store/rate-store.ts';
import { SecretStore } from '../store/secret-store.ts';
import { StoreWatch } from '../store/store-watch.ts';

const shutdownMs = 20_000;
const othersShutdownMs = 1_000;

export interface Gateway {
  server: Server;
  internal: Server;
  stop(): Promise<void>;
}
export interface StartOptions {
  config: Config;
  contract: Contract;
  log: Logger;
  now?: () => Date;
  core?: CoreClient;
}

/** Opens the stores, builds the indexes, listens. */
export async function startGateway({
  config,
  contract,
  log,
  now = () => new Date(),
  core: own,
}: StartOptions): Promise<Gateway> {
  const database = await openDatabase(config.mongodbUri, config.database);
  const core = own ?? createCoreClient(config);
  const records = new ProviderStore(database.db);
  const connections = new ConnectionStore(database.db);
  const previews = new PreviewStore(database.db);
  const answers = new AnswerStore(database.db);
  const rates = new RateStore(database.db);
  const secrets = new SecretStore(database.db);
  await Promise.all([
    records.prepare(providerModels),
    connections.prepare(),
    previews.prepare(),
    answers.prepare(),
    rates.prepare(),
  ]);

  const authorizationServer = await createAuthorizationServer({
    config,
    contract,
    core,
    records,
    connections,
    secrets,
    log,
    now,
  });
  const readiness = new Readiness(() => database.isReady(), now);
  const storeWatch = new StoreWatch(() => database.ping());
  storeWatch.start();
  const metrics = createMetrics();
  const addFixtures = await loadFixtures(config.testProfile);
  const deps = {
    addFixtures,
    config,
    contract,
    core,
    previews,
    answers,
    rates,
    authorizationServer,
    metrics,
    log,
    readiness,
    storeWatch,
    now,
  };
  const servers = await listenAll(deps);
  const [server, internal] = servers.map((each) => each.server);
  const [address, internalAddress, metricsAddress] = servers.map((each) => each.server.address());
  const addresses = { address, internal: internalAddress, metrics: metricsAddress };
  log.info({ ...addresses, tools: contract.actions.length }, 'gateway listening');

  async function stop(): Promise<void> {
    readiness.stopping();
    const [main, ...others] = servers;
    await main!.stop({ drainMs: config.drainMs, shutdownMs });
    await Promise.all(others.map((each) => each.stop({ drainMs: 0, shutdownMs: othersShutdownMs })));
    storeWatch.stop();
    await core.close();
    await database.close();
  }
  return { server: server!, internal: internal!, stop };
}

/** The suite's tools, prompts and resources are loaded only where they are asked for. */
async function loadFixtures(profile: Config['testProfile']): Promise<AppDeps['addFixtures']> {
  if (profile === undefined) return undefined;
  const { withConformanceFixtures } = await import('../mcp/conformance/catalog.ts');
  return withConformanceFixtures;
}

async function listenAll(deps: AppDeps): Promise<RunningServer[]> {
  const { host, port, internalPort, metrics } = deps.config;
  const app = createApp(deps);
  const isProxy: (address: string, hop: number) => boolean = app.get('trust proxy fn');
  const main = await startServer(app, host, port, (address) => isProxy(address, 0));
  const internal = await startServer(createInternalApp(deps), host, internalPort);
  return [main, internal, await listenForMetrics(createMetricsApp(deps), metrics)];
}

async function listenForMetrics(app: Express, { host, port, isPortChosen }: Config['metrics']): Promise<RunningServer> {
  try {
    return await startServer(app, host, port);
  } catch (error) {
    // Another part on this machine has the default port already; the log says which one it is instead.
    if (isPortChosen || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startServer(app, host, 0);
  }
}
