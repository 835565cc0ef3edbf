import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningStore, startEmbeddedStore } from './embedded-store.ts';
import type { ServiceName } from './front/front.ts';
import { portOf, serveMetrics } from './front/metrics-port.ts';
import { partMetrics, type WatchedPart } from './front/part-metrics.ts';
import { Readiness } from './front/readiness.ts';
import { choosePorts, loopback, serviceParts } from './parts.ts';
import { identify } from './processes/process-identity.ts';
import { Supervised } from './processes/supervise.ts';
import { type RunningPart, writeRunFile } from './run-file.ts';
import { type Settings, StartError } from './settings.ts';

const readyMs = 60_000;
/** Longest wait at the start for a part that the API doesn't need. */
const otherPartsMs = 20_000;
const pollMs = 25;
/** sysexits.h EX_CONFIG: unconfigured or misconfigured. */
const misconfiguredCode = 78;

/** Processes of one installation: the embedded store, if it is used, and the services. */
export class Product {
  readonly readiness = new Readiness();
  /** Metrics of the public port, in the Prometheus format. */
  frontMetrics: () => string = () => '';
  readonly #settings: Settings;
  readonly #say: (line: string) => void;
  #store?: RunningStore;
  #services: Supervised[] = [];
  #mongodbUri?: string;
  #metrics?: Server;
  #isStarted = false;

  constructor(settings: Settings, say: (line: string) => void) {
    this.#settings = settings;
    this.#say = say;
  }

  /** Resolves when the API serves. Optional parts can still be down; they report it and are restarted. */
  async start(): Promise<void> {
    const { dataDir, mongodbUri } = this.#settings;
    this.#metrics = await serveMetrics(this.#settings, () => this.#metricsUrls(), {
      metrics: () => partMetrics(this.#watched()) + this.frontMetrics(),
      readiness: () => this.readiness.report(),
    });
    if (mongodbUri === undefined) {
      this.#store = await startEmbeddedStore(dataDir, this.#onChange);
      this.readiness.store = this.#store.process;
    }
    this.#mongodbUri = mongodbUri ?? this.#store!.uri;
    this.#services = serviceParts(this.#settings, this.#mongodbUri, await choosePorts()).map(
      (part) => new Supervised(part, dataDir, { onChange: this.#onChange, onWork: this.#onWork }),
    );
    for (const service of this.#services) {
      service.start();
      this.readiness.watch(service);
    }
    await Promise.all(this.#services.map((service) => this.#untilStarted(service)));
    this.#isStarted = true;
    for (const service of this.#services) this.#tell(service);
  }

  urlOf(name: ServiceName): string | undefined {
    const port = this.#services.find((service) => service.part.name === name)?.part.env.PORT;
    return port === undefined ? undefined : loopback(Number(port));
  }

  /** By the names of /readyz, from the first scrape on: the store only where it is ours. */
  #watched(): WatchedPart[] {
    const down = { state: 'down', since: '' } as const;
    const named = (name: string, part?: Supervised) => {
      return { name, status: part?.status ?? down, restarts: part?.restarts ?? 0 };
    };
    const services = ['core', 'worker', 'gateway'].map((name) =>
      named(
        name,
        this.#services.find(({ part }) => part.name === name),
      ),
    );
    return this.#settings.mongodbUri === undefined ? [...services, named('store', this.#store?.process)] : services;
  }

  /** For the report about a part that hangs. */
  lastRequest(name: ServiceName, request: string): void {
    const service = this.#services.find(({ part }) => part.name === name);
    if (service) service.lastWork = () => request;
  }

  #metricsUrls(): Record<string, string> {
    return Object.fromEntries(
      this.#services.map(({ part: { name, env } }) => [name, loopback(Number(env.METRICS_PORT))]),
    );
  }

  /** Stops the services first and the store last. */
  async stop(): Promise<void> {
    this.readiness.stop();
    this.#metrics?.close();
    this.#metrics?.closeAllConnections();
    await Promise.all(this.#services.map((service) => service.stop()));
    await this.#store?.stop();
  }

  async #untilStarted(service: Supervised): Promise<void> {
    const isNeeded = service.part.name === 'core';
    const until = Date.now() + (isNeeded ? readyMs : otherPartsMs);
    while (service.status.state !== 'ready' && Date.now() < until) {
      // A part that ended itself has logged the reason. A killed one is restarted.
      const code = service.ending?.code ?? null;
      if (code !== null && (isNeeded || code === misconfiguredCode))
        throw new StartError(`${service.part.name} did not start: ${service.failure}`);
      if (code !== null) return;
      await wait(pollMs);
    }
    if (isNeeded && service.status.state !== 'ready')
      throw new StartError(`core is not ready after ${readyMs / 1_000} s: ${service.status.reason ?? 'see core.log'}`);
  }

  readonly #onChange = (part: Supervised): void => {
    this.readiness.changed();
    this.#writeRunFile();
    if (this.#isStarted) this.#tell(part);
  };

  /** The API has written something, so wake the worker. */
  readonly #onWork = (): void => {
    this.#services.find(({ part }) => part.name === 'worker')?.announceWork();
  };

  readonly #lastTold = new Map<string, string>();

  #tell({ part: { name }, status: { state, reason } }: Supervised): void {
    if (state === 'starting' || (state === 'ready' && !this.#lastTold.has(name))) return;
    const line = state === 'ready' ? `${name} is ready again` : `${name} is ${state}: ${reason}`;
    if (this.#lastTold.get(name) === line) return;
    this.#lastTold.set(name, line);
    this.#say(line);
  }

  #writeRunFile(): void {
    const { dataDir, baseUrl } = this.#settings;
    const all = [...(this.#store ? [this.#store.process] : []), ...this.#services];
    const parts: Record<string, RunningPart> = {};
    for (const { part, identity } of all)
      if (identity) parts[part.name] = { ...identity, url: this.urlOf(part.name as ServiceName) };
    try {
      const metricsPort = this.#metrics && portOf(this.#metrics);
      writeRunFile(dataDir, { ...identify(process.pid)!, baseUrl, mongodbUri: this.#mongodbUri, metricsPort, parts });
    } catch (error) {
      this.#say(`run.json is not writable: ${(error as Error).message}`);
    }
  }
}
