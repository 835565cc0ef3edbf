import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import dns from 'node:dns';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { type RunningProcess, startProcess, untilPrinted, untilReady } from './running-process.ts';

/** The whole product behind one port, as `npm start` runs it. */
export interface Product {
  url: string;
  process: RunningProcess;
  env: Record<string, string>;
  /** Runs an operator command and returns what it printed. */
  operate(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

function databasesOf(): Record<string, string> {
  const mark = randomUUID().replaceAll('-', '').slice(0, 12);
  return { CORE_DATABASE: `core_${mark}`, GATEWAY_DATABASE: `gateway_${mark}` };
}

/**
 * A product that is already running, from an image or on another machine: its URL, and the program for operator
 * commands.
 */
const { RUNNING_PRODUCT_URL: runningUrl, RUNNING_PRODUCT_OPERATE: runningOperate } = process.env;

/**
 * Real mailboxes send only if recipients can reach the product over HTTPS by name. This name points to this machine.
 */
export const publicName = 'outbound.test';

function resolvePublicName(): void {
  const { lookup } = dns;
  // biome-ignore lint/suspicious/noExplicitAny: it has a signature for each set of options; all are handed on.
  const own: any = (name: string, ...rest: unknown[]) =>
    (lookup as (...all: unknown[]) => void)(name === publicName ? '127.0.0.1' : name, ...rest);
  dns.lookup = own;
}

interface ReachedProduct extends Pick<Product, 'url' | 'operate' | 'stop'> {
  publicUrl: string;
  /** Environment, if the product was started here. */
  env?: Record<string, string>;
}

function runningProduct(url: string, program: string): ReachedProduct {
  return {
    url,
    publicUrl: url,
    operate: async (...args) => (await promisify(execFile)(program, args)).stdout.trim(),
    stop: async () => {},
  };
}

/** The product for stories: the running one if it is set, otherwise a new one. */
export async function findOrStartProduct(environment: Record<string, string> = {}): Promise<ReachedProduct> {
  resolvePublicName();
  if (runningUrl && runningOperate) return runningProduct(runningUrl, runningOperate);
  const PORT = String(await freePort());
  const publicUrl = environment.BASE_URL ?? `https://${publicName}:${PORT}`;
  const ALLOWED_HOSTS = `${publicName}:${PORT}`;
  const product = await startProduct({ PORT, BASE_URL: publicUrl, ALLOWED_HOSTS, ...environment });
  return { ...product, url: `http://${publicName}:${PORT}`, publicUrl };
}

export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outbound-product-'));
  const port = environment.PORT ?? String(await freePort());
  const env = {
    PORT: port,
    OUTBOUND_DATA_DIR: dataDir,
    ALLOW_PRIVATE_HOSTS: 'true',
    ALLOW_RESERVED_RECIPIENTS: 'true',
    RATE_LIMIT_KEY_PER_MINUTE: '100000',
    RATE_LIMIT_WORKSPACE_PER_MINUTE: '100000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
    WORKER_POLL_MS: '50',
    ...databasesOf(),
    ...environment,
  };
  const url = `http://127.0.0.1:${port}`;
  const running = startProcess('deploy/launcher/start.ts', [], env);
  await untilReady(url, running);
  await untilPrinted(running, 'Outbound is ready');
  return {
    url,
    process: running,
    env,
    operate: (...args) => operate(args, env),
    stop: async () => {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function operate(args: string[], env: Record<string, string>): Promise<string> {
  const command = startProcess('deploy/launcher/operate.ts', args, env);
  const code = await new Promise((resolve) => command.child.once('close', resolve));
  if (code !== 0) throw new Error(`outbound ${args.slice(0, 2).join(' ')}: ${command.output()}`);
  return command.output().trim();
}

const password = 'correct horse battery staple';

/** A workspace with an owner and a key with all scopes, created with operator commands. */
export async function createAccount(product: Pick<Product, 'operate'>, email = 'owner@outbound.example') {
  await product.operate('workspace', 'create', '--name', 'Story', '--email', email, '--password', password);
  const key = await product.operate('key', 'create', '--email', email, '--scopes', 'all', '--unattended');
  return { email, password, key };
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes.
  body: any;
}

/** A REST client with one key. */
export function restClient(url: string, key: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${url}/api/public/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}
