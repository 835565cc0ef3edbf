import { createSecretKey } from 'node:crypto';
import type { Server } from 'node:http';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createPager } from './domain/paging.ts';
import { gatewayTokenVerifier } from './http/gateway-token.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import type { Deps } from './http/request-state.ts';
import { isOperatorCommand, runOperator } from './operator/run.ts';
import { createPorts } from './ports.ts';
import { connectStore, disconnectStore } from './store/connect.ts';
import { takeTokens } from './store/rate-limit-store.ts';

const usage = 'usage: core api | worker | workspace create … | key create … | credits grant …  (--help for each)';

const createDeps = (config: Config, log: Deps['log']): Deps => {
  const now = () => new Date();
  return {
    config,
    log,
    now,
    ports: createPorts(config),
    pager: createPager(createSecretKey(config.secretKey)),
    limiter: createRateLimiter(takeTokens, now),
    verifyGatewayToken: gatewayTokenVerifier(config),
  };
};

/** Stops accepting, lets running requests finish, then ends. */
const stopServer = (server: Server, config: Config): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), config.shutdownMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });

const onStopSignal = (stop: () => Promise<void>): void => {
  let isStopping = false;
  const once = async () => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
};

const runApi = async (config: Config): Promise<void> => {
  const log = pino({ level: config.logLevel, base: { service: 'core' } });
  await connectStore(config.mongodbUri, config.databaseName);
  const server = createApp(createDeps(config, log)).listen(config.port, config.host);
  server.on('error', (error) => fail(error));
  server.on('listening', () => log.info({ address: server.address() }, 'listening'));
  onStopSignal(async () => {
    await stopServer(server, config);
    await disconnectStore();
  });
};

const fail = (error: unknown): never => {
  const isExpected = error instanceof ConfigError || (error as { code?: string }).code === 'EADDRINUSE';
  process.stderr.write(`core: ${isExpected ? (error as Error).message : String((error as Error).stack ?? error)}\n`);
  process.exit(1);
};

const runOperatorCommand = (argv: string[]): Promise<number> => {
  const { mongodbUri, databaseName, trialCredits } = readConfig(process.env);
  return runOperator(argv, { uri: mongodbUri, databaseName, trialCredits });
};

const argv = process.argv.slice(2);
try {
  if (argv[0] === 'api') await runApi(readConfig(process.env));
  else if (isOperatorCommand(argv)) process.exitCode = await runOperatorCommand(argv);
  else {
    process.stderr.write(`${usage}\n`);
    process.exit(2);
  }
} catch (error) {
  fail(error);
}
