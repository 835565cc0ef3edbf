import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { MongoClient } from 'mongodb';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { createAccount, type Product, restClient, startProduct } from '../harness/product.ts';
import { type RunningProcess, startProcess, untilReady } from '../harness/running-process.ts';

/** A running product, the bare baseline on the same store, and their costs so far. */
export interface Stand {
  product: Product;
  /** Ports of the services. The launcher's port, which only forwards, has a row of its own. */
  coreUrl: string;
  gatewayUrl: string;
  bareUrl: string;
  key: string;
  account: { email: string; password: string };
  store: MongoClient;
  database: string;
  mongodbUri: string;
  request: ReturnType<typeof restClient>;
  costs(): Promise<Costs>;
  stop(): Promise<void>;
}

/** Usage since the start: CPU time of all servers, and counters of the store. */
export interface Costs {
  cpuMs: number;
  /** CPU time of the store alone. */
  storeMs: number;
  commands: number;
  syncs: number;
  logBytes: number;
}

const tickMs = 10;
const frameBytes = 4_096 + 24;
const unlimited = {
  RATE_LIMIT_KEY_PER_MINUTE: '10000000',
  RATE_LIMIT_WORKSPACE_PER_MINUTE: '10000000',
  REQUESTS_PER_MINUTE_PER_IP: '10000000',
  REQUESTS_PER_MINUTE_PER_PRINCIPAL: '10000000',
  LOG_LEVEL: 'warn',
  // The default settings, so the worker's own commands count as well.
  WORKER_POLL_MS: '400',
};

/** Restricts this process and its future children to these processors (Linux). */
function pin(processors: string): void {
  if (process.platform === 'linux' && cpus().length > 1)
    execFileSync('taskset', ['-a', '-c', '-p', processors, String(process.pid)], { stdio: 'ignore' });
}

function childrenOf(pid: number): number[] {
  const of = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return of.flatMap((name) => [Number(name), ...childrenOf(Number(name))]);
}

function statOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  } catch {
    return [];
  }
}

function parentOf(pid: string): number {
  return Number(statOf(pid)[1]);
}

/** User and system time of a process, in ms. */
function cpuOf(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
  return (user + system) * tickMs;
}

/** User and system time of all children of this process. */
function cpuMs(): number {
  return childrenOf(process.pid).reduce((sum, pid) => sum + cpuOf(pid), 0);
}

async function costsOf(store: MongoClient, storePid: number): Promise<Costs> {
  const { metrics, log } = await store.db('admin').command({ serverStatus: 1 });
  return {
    cpuMs: process.platform === 'linux' ? cpuMs() : Number.NaN,
    storeMs: process.platform === 'linux' ? cpuOf(storePid) : Number.NaN,
    commands: metrics?.commands?.total ?? Number.NaN,
    syncs: log?.syncs ?? Number.NaN,
    logBytes: (log?.frames ?? Number.NaN) * frameBytes,
  };
}

/** Servers run on the first processor, the load on the last. */
export async function openStand(environment: Record<string, string> = {}): Promise<Stand> {
  pin('0');
  const product = await startProduct({ ...unlimited, ...environment });
  const { key, ...account } = await createAccount(product);
  const { mongodbUri, parts } = JSON.parse(readFileSync(`${product.env.OUTBOUND_DATA_DIR}/run.json`, 'utf8'));
  const database = product.env.CORE_DATABASE!;
  const port = await freePort();
  const bare = startProcess('test/bench/bare-server.ts', [mongodbUri, database, String(port)], {});
  const bareUrl = `http://127.0.0.1:${port}`;
  await untilReady(bareUrl, bare);
  const store = await new MongoClient(mongodbUri, { ignoreUndefined: true }).connect();
  pin(String(cpus().length - 1));
  return {
    product,
    coreUrl: parts.core.url,
    gatewayUrl: parts.gateway.url,
    bareUrl,
    key,
    account,
    store,
    database,
    mongodbUri,
    request: restClient(product.url, key),
    costs: () => costsOf(store, parts.mongo.pid),
    stop: () => stopAll(product, bare, store),
  };
}

async function stopAll(product: Product, bare: RunningProcess, store: MongoClient): Promise<void> {
  await store.close();
  await bare.stop();
  await product.stop();
}
