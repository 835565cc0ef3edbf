import type { Server } from 'node:http';
import { Peer } from '@outbound/node-service/http/peer';
import { Readiness } from '@outbound/node-service/http/readiness';
import { type RunningServer, startMetricsServer, startServer } from '@outbound/node-service/http/server';
import { StoreWatch } from '@outbound/node-service/store/store-watch';
import type { Logger } from 'pino';
import { type AppDeps, createApp, createInternalApp, createMetricsApp } from '../app.ts';
import type { Contract } from '../core-client/contract.ts';
import { type CoreClient, createCoreClient } from '../core-client/core-client.ts';
import { limitConnections } from '../http/limit-connections.ts';
import { createMetrics } from '../http/metrics.ts';
import { PublicAddress } from '../http/public-address.ts';
import { providerModels } from '../oauth/adapter.ts';
import { createAuthorizationServer } from '../oauth/authorization-server.ts';
import type { FetchDocument } from '../oauth/documents/fetch-document.ts';
import { type Config, isLoopback } from '../settings/config.ts';
import { AnswerStore } from '../store/answer-store.ts';
import { ConnectionStore } from '../store/connection-store.ts';
import { openDatabase } from '../store/database.ts';
import { PreviewStore } from '../store/preview-store.ts';
import { ProviderStore } from '../store/provider-store.ts';
import { RateStore } from '../store/rate-store.ts';
import { SecretStore } from '../store/secret-store.ts';
import { surfaceParameters } from '../tools/surface.ts';

/** Maximum time for a client to send its request, in milliseconds. */
const requestMaxMs = 30_000;
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
  fetchDocument?: FetchDocument;
}

/** Opens the stores, builds the indexes, and starts listening. */
export async function startGateway(options: StartOptions): Promise<Gateway> {
  const { config, contract, log, now = () => new Date() } = options;
  const database = await openDatabase(config.mongodbUri, config.database);
  const core = options.core ?? createCoreClient(config);
  const { previews, answers, rates, ...others } = await openStores(database);
  const address = publicAddress(config);
  const parts = { config, address, contract, core, log, now };
  const authorizationServer = await createAuthorizationServer({
    ...parts,
    ...others,
    rates,
    previews,
    fetchDocument: options.fetchDocument,
  });
  const corePeer = new Peer({ url: `${config.coreInternalUrl}/healthz`, setting: 'CORE_INTERNAL_URL' });
  const peer = { name: 'core', problem: () => corePeer.problem() };
  const readiness = new Readiness({ name: 'gateway', isStoreReady: () => database.isReady(), now, peer });
  const storeWatch = new StoreWatch(() => database.ping());
  storeWatch.start();
  const metrics = createMetrics();
  const addFixtures = await loadFixtures(config.testProfile);
  const checks = { readiness, storeWatch, metrics };
  const stopping = new AbortController();
  const stores = { previews, answers, rates };
  const deps = { ...parts, ...checks, ...stores, authorizationServer, addFixtures, stopping: stopping.signal };
  const servers = await listenAll(deps);
  const [server, internal] = servers.map((each) => each.server);
  const [mainAddress, internalAddress, metricsAddress] = servers.map((each) => each.server.address());
  const addresses = { address: mainAddress, internal: internalAddress, metrics: metricsAddress };
  log.info({ ...addresses, tools: contract.actions.length }, 'gateway listening');

  async function stop(): Promise<void> {
    readiness.stopping();
    stopping.abort();
    const [main, ...rest] = servers;
    await main!.stop({ drainMs: config.drainMs, shutdownMs });
    await Promise.all(rest.map((each) => each.stop({ drainMs: 0, shutdownMs: othersShutdownMs })));
    storeWatch.stop();
    await core.close();
    await database.close();
  }
  return { server: server!, internal: internal!, stop };
}

/** The stores of the gateway, with their indexes. */
async function openStores({ db }: Awaited<ReturnType<typeof openDatabase>>) {
  const records = new ProviderStore(db);
  const connections = new ConnectionStore(db);
  const previews = new PreviewStore(db);
  const answers = new AnswerStore(db);
  const rates = new RateStore(db);
  const indexed = [connections, previews, answers, rates];
  await Promise.all([records.prepare(providerModels), ...indexed.map((store) => store.prepare())]);
  return { records, connections, previews, answers, rates, secrets: new SecretStore(db) };
}

function publicAddress({ baseUrl, aliasHosts }: Config): PublicAddress {
  const { hostname } = new URL(baseUrl);
  return new PublicAddress({ baseUrl, aliasHosts, isLoopback: isLoopback(hostname), parameters: surfaceParameters });
}

/** Loads the suite's tools, prompts, and resources only if the profile requests them. */
async function loadFixtures(profile: Config['testProfile']): Promise<AppDeps['addFixtures']> {
  if (profile === undefined) return undefined;
  const { withConformanceFixtures } = await import('../mcp/conformance/catalog.ts');
  return withConformanceFixtures;
}

async function listenAll(deps: AppDeps): Promise<RunningServer[]> {
  const { host, port, internalPort, metrics } = deps.config;
  const app = createApp(deps);
  const isProxy: (address: string, hop: number) => boolean = app.get('trust proxy fn');
  const main = await startServer(app, { host, port, limits: { requestTimeout: requestMaxMs } });
  limitConnections(main.server, (address) => isProxy(address, 0));
  const internal = await startServer(createInternalApp(deps), { host, port: internalPort });
  return [main, internal, await startMetricsServer(createMetricsApp(deps), metrics)];
}
