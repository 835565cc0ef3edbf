import { createSecretKey } from 'node:crypto';
import type { Server } from 'node:http';
import Koa from 'koa';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createPager } from './domain/paging.ts';
import { gatewayTokenVerifier } from './http/gateway-token.ts';
import { healthRoutes } from './http/health.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import type { Deps } from './http/request-state.ts';
import { isOperatorCommand, runOperator } from './operator/run.ts';
import { createPorts } from './ports.ts';
import { onStopSignal } from './stop-signals.ts';
import { connectStore, disconnectStore } from './store/connect.ts';
import { takeTokens } from './store/requests/rate-limit-store.ts';
import { startWorker } from './worker/start-worker.ts';

const usage = 'usage: core api | worker | workspace create … | key create … | credits grant …  (--help for each)';

const createDeps = (config: Config, service: string): Deps => {
  const now = () => new Date();
  return {
    config,
    log: pino({ level: config.logLevel, base: { service } }),
    now,
    ports: createPorts(config),
    pager: createPager(createSecretKey(config.secretKey)),
    limiter: createRateLimiter(takeTokens, now),
    verifyGatewayToken: gatewayTokenVerifier(config),
  };
};

/** Longer than proxies and clients keep an idle connection: whoever sends requests closes it, so that none meets a closing one. */
const keepAliveMs = 75_000;

const listen = (app: Koa, { config, log }: Deps): Server => {
  const server = app.listen(config.port, config.host);
  server.keepAliveTimeout = keepAliveMs;
  server.on('error', fail);
  server.on('listening', () => log.info({ address: server.address() }, 'listening'));
  return server;
};

/** Stops accepting and lets running requests finish, up to a limit. */
const closeServer = (server: Server, config: Config): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), config.shutdownMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });

const runApi = async (config: Config): Promise<void> => {
  const deps = createDeps(config, 'core');
  await connectStore(config.mongodbUri, config.databaseName);
  const server = listen(createApp(deps), deps);
  onStopSignal(async () => {
    await closeServer(server, config);
    await disconnectStore();
  });
};

/** The worker serves nothing but its health. */
const runWorker = async (config: Config): Promise<void> => {
  const deps = createDeps(config, 'worker');
  await connectStore(config.mongodbUri, config.databaseName);
  const health = new Koa();
  health.use(healthRoutes().routes());
  const server = listen(health, deps);
  const worker = startWorker(deps);
  onStopSignal(async () => {
    await worker.stop();
    await closeServer(server, config);
    await disconnectStore();
  });
};

const runOperatorCommand = async (argv: string[], config: Config): Promise<never> => {
  const { mongodbUri: uri, databaseName, trialCredits } = config;
  process.exit(await runOperator(argv, { uri, databaseName, trialCredits }));
};

const fail = (error: unknown): never => {
  const isExpected = error instanceof ConfigError || (error as { code?: string }).code === 'EADDRINUSE';
  process.stderr.write(`core: ${isExpected ? (error as Error).message : String((error as Error).stack ?? error)}\n`);
  process.exit(1);
};

const run = async (argv: string[]): Promise<void> => {
  const [command] = argv;
  if (command === 'api') return runApi(readConfig(process.env));
  if (command === 'worker') return runWorker(readConfig(process.env));
  if (isOperatorCommand(argv)) return runOperatorCommand(argv, readConfig(process.env));
  process.stderr.write(`${usage}\n`);
  process.exit(2);
};

run(process.argv.slice(2)).catch(fail);
