import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readiness } from '@outbound/node-service/http/readiness';
import { startServer } from '@outbound/node-service/http/server';
import { pino } from 'pino';
import { allScopes } from '../actions/definition/scopes.ts';
import { createApp, createInternalApp } from '../app.ts';
import { type DailyLimits, unlimited } from '../domain/approvals/daily-limits.ts';
import type { Actor } from '../domain/members/actor.ts';
import { createPager } from '../domain/values/paging.ts';
import type { Ports } from '../engine/context/ports.ts';
import { passwordCost } from '../engine/members/passwords.ts';
import { createRateLimiter } from '../http/limits/rate-limiter.ts';
import type { Deps } from '../http/request-state.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { createPorts } from '../start/ports.ts';
import { connectStore, disconnectStore, isStoreReady } from '../store/connection/connect.ts';
import { grantCredits } from '../store/credits/ledger-store.ts';
import { wasDiskFull } from '../store/documents/full-disk.ts';
import { inTransaction } from '../store/documents/transaction.ts';
import { takeTokens } from '../store/idempotency/rate-limit-store.ts';
import { createApiKey } from '../store/members/api-key-store.ts';
import { addMember } from '../store/members/membership-store.ts';
import { createWorkspace } from '../store/workspaces/workspace-store.ts';
import { giveBackDatabase, newDatabaseName, takeDatabase } from './test-databases.ts';
import { testStoreUri } from './test-store.ts';

export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes.
  body: any;
}

export interface RequestOptions {
  key?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Running core with its own database, one workspace (1,000 credits), and a key with every scope. */
export interface TestCore {
  url: string;
  internalUrl: string;
  config: Config;
  deps: Deps;
  workspaceId: string;
  userId: string;
  key: string;
  /** Usage: `request('POST', '/contacts', {body})`. Uses the workspace's key unless another is given. */
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** Adds another workspace with its own key. */
  addWorkspace(options?: {
    credits?: number;
    scopes?: string[];
  }): Promise<{ workspaceId: string; userId: string; key: string }>;
  /** Adds another key to the first workspace. */
  /** The key is unattended unless limits are given. */
  addKey(scopes: string[], dailyLimits?: DailyLimits): Promise<string>;
  stop(): Promise<void>;
}

export interface TestCoreOptions {
  ports?: Partial<Ports>;
  now?: () => Date;
  environment?: Record<string, string>;
}

// Each hash would take 60 ms of a processor.
Object.assign(passwordCost, { memoryCost: 64, timeCost: 1 });

const everyScope = allScopes.map(({ scope }) => scope);

export async function startTestCore({
  ports = {},
  now = () => new Date(),
  environment = {},
}: TestCoreOptions = {}): Promise<TestCore> {
  const database = takeDatabase();
  const config = await testConfig(database, environment);
  await connectStore(config.mongodbUri, config.databaseName, { keyRing: config.keyRing });
  const deps: Deps = {
    config,
    ports: { ...createPorts(config), ...ports },
    log: pino({ level: config.logLevel }),
    now,
    pager: createPager(createSecretKey(config.secretKey)),
    limiter: createRateLimiter(takeTokens, now),
    verifyGatewayToken: () => Promise.reject(new Error('no gateway in this test')),
    readiness: new Readiness({ name: 'core', isStoreReady, now, isDiskFull: wasDiskFull }),
    storeWatch: { guard: (work) => work() },
  };
  const servers = await Promise.all(
    [createApp(deps), createInternalApp(deps)].map((app) =>
      startServer(app.callback(), { host: '127.0.0.1', port: 0, limits: { maxHeaderSize: 64 * 1024 } }),
    ),
  );
  const [url, internalUrl] = servers.map(({ server }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const addWorkspace = (options: { credits?: number; scopes?: string[] } = {}) => makeWorkspace(options, now());
  const first = await addWorkspace();
  return {
    url: url!,
    internalUrl: internalUrl!,
    config,
    deps,
    ...first,
    addWorkspace,
    addKey: (scopes, dailyLimits) => makeKey(first, scopes, now(), dailyLimits),
    request: (method, path, options = {}) => send(url!, first.key, method, path, options),
    stop: async () => {
      await stop(servers.map(({ server }) => server));
      await giveBackDatabase(database);
      await disconnectStore();
      rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}

async function testConfig(database: string, environment: Record<string, string>): Promise<Config> {
  return readConfig({
    MONGODB_URI: await testStoreUri(),
    CORE_DATABASE: database,
    GATEWAY_DATABASE: newDatabaseName(),
    SECRET_KEY: randomBytes(32).toString('base64'),
    INTERNAL_SECRET: 'test-internal-secret',
    LOG_LEVEL: 'silent',
    OUTBOUND_DATA_DIR: mkdtempSync(join(tmpdir(), 'outbound-core-')),
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    RATE_LIMIT_WORKSPACE_PER_MINUTE: '1000000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
    ALLOW_PRIVATE_HOSTS: 'true',
    ALLOW_RESERVED_RECIPIENTS: 'true',
    ...environment,
  });
}

async function stop(servers: Server[]): Promise<void> {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function makeWorkspace(
  { credits = 1_000, scopes = everyScope }: { credits?: number; scopes?: string[] },
  now: Date,
) {
  const userId = `usr_${randomUUID()}`;
  const actor: Actor = { kind: 'system', id: 'test', name: 'test' };
  const workspace = await createWorkspace({ name: 'Test workspace', ownerId: userId, now });
  await addMember(workspace.id, userId, 'owner', now);
  if (credits > 0) {
    await inTransaction(() =>
      grantCredits(workspace.id, credits, { operationId: randomUUID(), actor, action: 'test' }, now),
    );
  }
  return { workspaceId: workspace.id, userId, key: await makeKey({ workspaceId: workspace.id, userId }, scopes, now) };
}

/** Creates an unattended key unless a test needs one that asks a person. */
async function makeKey(
  { workspaceId, userId: createdBy }: { workspaceId: string; userId: string },
  scopes: string[],
  now: Date,
  dailyLimits: DailyLimits = unlimited,
): Promise<string> {
  const { key } = await createApiKey(workspaceId, { name: 'test key', scopes, createdBy, dailyLimits, now });
  return key;
}

async function send(
  url: string,
  ownKey: string,
  method: string,
  path: string,
  options: RequestOptions,
): Promise<Reply> {
  const { key = ownKey, idempotencyKey, headers = {}, body } = options;
  const response = await fetch(`${url}/api/public/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}
