import type { AddressInfo, Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { printBanner } from './banner.ts';
import { type RunningStore, startEmbeddedStore } from './embedded-store.ts';
import { freePort } from './free-port.ts';
import { createFront } from './front.ts';
import { type Ports, serviceParts } from './parts.ts';
import { readRunFile, removeRunFile, writeRunFile } from './run-file.ts';
import { readSettings, type Settings, StartError } from './settings.ts';
import { Supervised } from './supervise.ts';

const readyMs = 60_000;
const pollMs = 50;

const listen = (server: Server, { port, host }: Settings): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} is in use. Stop what listens there, or choose another: PORT=3100 npm start`;
      const message = error.code === 'EADDRINUSE' ? inUse : `Cannot listen on ${host}:${port}: ${error.message}`;
      reject(new StartError(message));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

const untilReady = async (part: Supervised, url: string): Promise<void> => {
  const until = Date.now() + readyMs;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (part.hasEnded) throw new StartError(`${part.part.name} did not start: ${part.failure}`);
    if (Date.now() > until)
      throw new StartError(`${part.part.name} is not ready after ${readyMs / 1000} s; see its log in the data folder.`);
    await wait(pollMs);
  }
};

/** Stops in order: first the public port, then the services, the store last. */
const stopAll = async (
  server: Server,
  services: Supervised[],
  store: RunningStore | undefined,
  dataDir: string,
): Promise<void> => {
  server.close();
  await Promise.all(services.map((service) => service.stop()));
  await store?.stop();
  removeRunFile(dataDir);
};

const start = async (): Promise<void> => {
  const startedAt = performance.now();
  const settings = readSettings(process.env);
  const { dataDir } = settings;
  const running = readRunFile(dataDir);
  if (running !== undefined)
    throw new StartError(`Outbound runs on this data folder already (process ${running.pid}, ${running.baseUrl}).`);
  const { server, open } = createFront();
  await listen(server, settings);

  const services: Supervised[] = [];
  let store: RunningStore | undefined;
  const end = async (code: number, message?: string): Promise<never> => {
    if (message !== undefined) process.stderr.write(`outbound: ${message}\n`);
    await stopAll(server, services, store, dataDir);
    process.exit(code);
  };
  const onGivenUp = (message: string): void => void end(1, message);
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) return;
    isStopping = true;
    process.stdout.write('\nStopping …\n');
    void end(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  try {
    if (settings.mongodbUri === undefined) store = await startEmbeddedStore(dataDir, onGivenUp);
    const mongodbUri = settings.mongodbUri ?? store!.uri;
    const ports: Ports = { core: await freePort(), worker: await freePort(), gateway: await freePort() };
    for (const part of serviceParts(settings, mongodbUri, ports))
      services.push(new Supervised(part, dataDir, onGivenUp));
    for (const service of services) service.start();
    await Promise.all(services.map((service) => untilReady(service, `http://127.0.0.1:${service.part.env.PORT}`)));
    open({ core: `http://127.0.0.1:${ports.core}`, gateway: `http://127.0.0.1:${ports.gateway}` });
    writeRunFile(dataDir, { pid: process.pid, baseUrl: settings.baseUrl, mongodbUri });
    printBanner(settings, Math.round(performance.now() - startedAt));
  } catch (error) {
    if (isStopping) return;
    await end(1, error instanceof StartError ? error.message : String((error as Error).stack));
  }
};

start().catch((error: Error) => {
  process.stderr.write(`outbound: ${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
