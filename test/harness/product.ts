import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { type RunningProcess, startProcess, untilReady } from './running-process.ts';

/** The whole product behind one port, as `npm start` runs it. */
export interface Product {
  url: string;
  process: RunningProcess;
  env: Record<string, string>;
  /** Runs an operator command and answers with what it printed. */
  operate(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

const databasesOf = (): Record<string, string> => {
  const mark = randomUUID().replaceAll('-', '').slice(0, 12);
  return { CORE_DATABASE: `core_${mark}`, GATEWAY_DATABASE: `gateway_${mark}` };
};

export const startProduct = async (environment: Record<string, string> = {}): Promise<Product> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outbound-product-'));
  const port = await freePort();
  const env = {
    PORT: String(port),
    OUTBOUND_DATA_DIR: dataDir,
    ALLOW_PRIVATE_HOSTS: 'true',
    RATE_LIMIT_KEY_PER_MINUTE: '100000',
    RATE_LIMIT_WORKSPACE_PER_MINUTE: '100000',
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
};

const untilPrinted = async (running: RunningProcess, text: string): Promise<void> => {
  while (!running.output().includes(text)) await new Promise((resolve) => running.child.stdout!.once('data', resolve));
};

export const operate = async (args: string[], env: Record<string, string>): Promise<string> => {
  const command = startProcess('deploy/launcher/operate.ts', args, env);
  const code = await new Promise((resolve) => command.child.once('close', resolve));
  if (code !== 0) throw new Error(`outbound ${args.slice(0, 2).join(' ')}: ${command.output()}`);
  return command.output().trim();
};

const password = 'correct horse battery staple';

/** A workspace with an owner and a key with every scope, made by the operator commands. */
export const createAccount = async (product: Pick<Product, 'operate'>, email = 'owner@outbound.example') => {
  await product.operate('workspace', 'create', '--name', 'Story', '--email', email, '--password', password);
  const key = await product.operate('key', 'create', '--email', email, '--scopes', 'all');
  return { email, password, key };
};

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes.
  body: any;
}

/** A REST client with one key. */
export const restClient =
  (url: string, key: string) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
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
