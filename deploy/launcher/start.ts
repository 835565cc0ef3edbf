import './processes/after-start.ts';
import { chmodSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { unknownSettings } from '../../shared/node-service/src/settings/unknown-settings.ts';
import { createFront, type Front } from './front/front.ts';
import { connectionMetrics } from './front/part-metrics.ts';
import { endLeftParts } from './processes/end-left-parts.ts';
import { notifySystemd, startSystemdWatchdog } from './processes/notify-systemd.ts';
import { PartLog } from './processes/part-log.ts';
import { Product } from './product.ts';
import { readLeftParts, readRunFile, removeRunFile } from './run-file.ts';
import { readSettings, type Settings, StartError } from './settings.ts';

/** Time for clients with open connections to notice the shutdown, before new connections are rejected. */
const drainMs = 1_500;
const requestsEndMs = 10_000;
/** Two concurrent starts can briefly collide on the lock before one of them gets it. */
const lockWaitMs = 500;
/** Time after which everything has ended when the parent process of the launcher ends. */
const orphanMs = 4_500;

let log: PartLog | undefined;

/** On the terminal, and in logs/launcher.log, where a reason is looked for the next morning. */
function say(line: string): void {
  process.stderr.write(`outbound: ${line}\n`);
  log?.write(Buffer.from(`${JSON.stringify({ time: Date.now(), service: 'launcher', msg: line })}\n`));
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} is already in use. Stop the other process, or choose another port: PORT=3100 npm start`;
      const message = error.code === 'EADDRINUSE' ? inUse : `Cannot listen on ${host}:${port}: ${error.message}`;
      reject(new StartError(message));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

/** Announces the shutdown before closing, so that keep-alive connections lose no requests. */
async function closeFront({ server, drain }: Front, mayDrain: boolean): Promise<void> {
  drain();
  if (mayDrain && server.listening && (await countConnections(server)) > 0) await wait(drainMs);
  const closed = new Promise((resolve) => server.close(resolve));
  const cut = setTimeout(() => server.closeAllConnections(), requestsEndMs);
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}

/** Errors of a closed terminal or log are ignored. */
function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

async function announceStart({ host, port, dataDir }: Settings): Promise<void> {
  say(`starting on ${host}:${port}`);
  for (const line of unknownSettings(process.env)) say(line);
  const ended = await endLeftParts(readLeftParts(dataDir));
  if (ended.length > 0) say(`stopped processes left over from an earlier run: ${ended.join(', ')}`);
}

async function start(): Promise<void> {
  const startedAt = performance.now();
  process.umask(0o077);
  const settings = readSettings(process.env);
  const { dataDir } = settings;
  const lock = lockDataFolder(dataDir);
  log = new PartLog(join(dataDir, 'logs', 'launcher.log'));
  await announceStart(settings);

  const product = new Product(settings, say);
  const front = createFront({
    readiness: product.readiness,
    urlOf: (name) => product.urlOf(name),
    onForward: (name, request) => product.lastRequest(name, request),
    trustProxy: settings.trustProxy,
  });
  product.frontMetrics = () => connectionMetrics(front.connections);
  let isStopping = false;
  const stop = async (code: number, mayDrain = true): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    notifySystemd('STOPPING=1');
    product.readiness.stop();
    await closeFront(front, mayDrain);
    await product.stop();
    removeRunFile(dataDir);
    await log?.close();
    lock.release();
    process.exit(code);
  };
  const onSignal = (name: NodeJS.Signals): void => {
    process.stdout.write('\nStopping …\n');
    void stop(0, name !== 'SIGINT');
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  if (process.connected) process.once('disconnect', () => onOrphaned(stop));

  startSystemdWatchdog();
  try {
    await listen(front.server, settings);
    await product.start();
    if (isStopping) return;
    printBanner(settings, Math.round(performance.now() - startedAt));
    notifySystemd('READY=1');
  } catch (error) {
    if (isStopping) return;
    say(error instanceof StartError ? error.message : String((error as Error).stack));
    await stop(1, false);
  }
}

/** The parts end with this process, so ending it ends everything. */
function onOrphaned(stop: (code: number, mayDrain: boolean) => Promise<void>): void {
  setTimeout(() => process.exit(1), orphanMs);
  void stop(1, false);
}

ignoreOutputErrors();
start().catch((error: Error) => {
  say(error instanceof StartError ? error.message : String(error.stack));
  process.exit(1);
});

/** The next steps of a new user. */
function printBanner({ baseUrl, dataDir }: Settings, readyAfterMs: number): void {
  process.stdout.write(`
  Outbound is ready (${(readyAfterMs / 1000).toFixed(1)} s)

  Open         ${baseUrl}
  Sign up      ${baseUrl}/app/sign-up
  MCP server   ${baseUrl}/mcp
  Add it       claude mcp add --transport http outbound ${baseUrl}/mcp
  REST API     ${baseUrl}/api/public/v1/docs
  Data, logs   ${dataDir}

  Ctrl-C stops everything.
`);
}

/**
 * One launcher per data folder. The lock is an open SQLite transaction. The system releases it when the process ends
 * for any reason, and a reused process number doesn't hold it.
 */
function lockDataFolder(dataDir: string): { release(): void } {
  const file = join(dataDir, 'launcher.lock');
  const lock = new DatabaseSync(file, { timeout: lockWaitMs });
  try {
    chmodSync(file, 0o600);
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked/.test((error as Error).message)) throw error;
    const running = readRunFile(dataDir);
    const which = running === undefined ? '' : ` (process ${running.pid}, ${running.baseUrl})`;
    throw new StartError(`Outbound is already running on this data folder${which}.`);
  }
  return { release: () => lock.close() };
}
