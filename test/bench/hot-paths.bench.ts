import { randomUUID } from 'node:crypto';
import type { Pool } from 'undici';
import { type Call, compare, counted, poolFor, type Round, round } from './measure.ts';
import { seedContacts } from './seed-contacts.ts';
import { openStand } from './stand.ts';

// The most frequent requests of agents, each compared with a bare baseline in the same run. REST: Koa and the driver on
// the same store. MCP: the same operation over REST. Tool list: node:http with the same bytes. 16 clients.
const count = Number(process.env.BENCH_COUNT || 1_000);
/** Highest number of pending previews. */
const preparedMax = Math.min(count, 100);
const sizes = (process.env.BENCH_SIZES || '1000,10000,100000').split(',').map(Number);

const stand = await openStand();
const { product, key, request, database } = stand;
const core = poolFor(stand.coreUrl);
const gateway = poolFor(stand.gatewayUrl);
const front = poolFor(product.url);
const bare = poolFor(stand.bareUrl);
const authorization = `Bearer ${key}`;
const api = '/api/public/v1';

function contact() {
  return { email: `${randomUUID()}@bench.example`, firstName: 'Ada', lastName: 'Lovelace', declaredBasis: 'consent' };
}
function create(query = ''): Call {
  const headers = { authorization, 'idempotency-key': randomUUID() };
  return { method: 'POST', path: `${api}/contacts${query}`, headers, body: contact() };
}
function list(limit: number): Call {
  return { method: 'GET', path: `${api}/contacts?limit=${limit}`, headers: { authorization } };
}
function mcp(method: string, params: object, headers: Record<string, string> = {}): Call {
  return {
    method: 'POST',
    path: '/mcp',
    headers: { authorization, ...headers },
    body: { jsonrpc: '2.0', id: 1, method, params },
  };
}
function tool(name: string, args: unknown): Call {
  return mcp('tools/call', { name, arguments: args });
}
/** The revision without sessions: each request carries the session data. */
function listToolsNow(): Call {
  const version = '2026-07-28';
  const prefix = 'io.modelcontextprotocol';
  const _meta = {
    [`${prefix}/protocolVersion`]: version,
    [`${prefix}/clientInfo`]: { name: 'bench', version: '1' },
    [`${prefix}/clientCapabilities`]: {},
  };
  return mcp('tools/list', { _meta }, { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' });
}

async function bodyOf({ method, path, headers, body }: Call): Promise<string> {
  const accept = 'application/json, text/event-stream';
  const all = { 'content-type': 'application/json', accept, ...headers };
  const answer = await gateway.request({ method, path, headers: all, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
  return text;
}

function by(pool: Pool, call: (i: number) => Call, many = count): () => Promise<Round> {
  return () => round(pool, many, call);
}

/** Pending previews are limited, so remove those of earlier rounds. */
async function forgetPrepared(): Promise<void> {
  await stand.store.db(product.env.GATEWAY_DATABASE!).collection('previews').deleteMany({});
}

async function prepareMany(): Promise<{ confirmationId: string; what: string }[]> {
  const prepared: { confirmationId: string; what: string }[] = [];
  await forgetPrepared();
  for (let i = 0; i < preparedMax; i += 1) {
    const { result } = JSON.parse(await bodyOf(tool('create_contact', contact())));
    const { confirmationId, what } = result.structuredContent ?? {};
    if (confirmationId === undefined) throw new Error(`nothing was prepared: ${JSON.stringify(result).slice(0, 500)}`);
    prepared.push({ confirmationId, what });
  }
  return prepared;
}

async function ofSize(size: number): Promise<void> {
  await compare(stand, {
    name: 'list of 50',
    size,
    count,
    own: by(core, () => list(50)),
    aim: 0.8,
    baseline: 'Koa and the driver, same query',
    bare: by(bare, () => ({ method: 'GET', path: '/list?limit=50' })),
  });
  await compare(stand, {
    name: 'keyed create',
    size,
    count,
    own: by(core, () => create()),
    aim: 0.4,
    baseline: 'Koa and one durable insert, same indexes',
    bare: by(bare, () => ({ method: 'POST', path: '/create' })),
  });
  await compare(stand, {
    name: 'list of 50, public port',
    size,
    count,
    own: by(front, () => list(50)),
    baseline: 'the API itself',
    bare: by(core, () => list(50)),
  });
}

async function prepare(): Promise<Round> {
  await forgetPrepared();
  return round(gateway, preparedMax, () => tool('create_contact', contact()));
}

async function overMcp(size: number): Promise<void> {
  await compare(stand, {
    name: 'list of 25 over MCP',
    size,
    count,
    own: by(gateway, () => tool('list_contacts', { limit: 25 })),
    aim: 0.65,
    baseline: 'the same over REST',
    bare: by(core, () => list(25)),
  });
  await compare(stand, {
    name: 'prepare over MCP',
    size,
    count: preparedMax,
    own: prepare,
    aim: 0.7,
    baseline: 'dry run over REST',
    bare: by(core, () => create('?dryRun=true'), preparedMax),
  });
  const confirm = async () => {
    const prepared = await prepareMany();
    return counted(stand, () => round(gateway, preparedMax, (i) => tool('confirm_change', prepared[i])));
  };
  await compare(stand, {
    name: 'confirm over MCP',
    size,
    count: preparedMax,
    own: confirm,
    aim: 0.7,
    baseline: 'create over REST',
    bare: by(core, () => create(), preparedMax),
  });
  for (const [name, call] of [
    ['tools/list', mcp('tools/list', {})],
    ['tools/list, 2026-07-28', listToolsNow()],
  ] as const) {
    await bare.request({ method: 'PUT', path: '/bytes', body: await bodyOf(call) }).then(({ body }) => body.dump());
    await compare(stand, {
      name,
      size,
      count,
      own: by(gateway, () => call),
      aim: 0.6,
      baseline: 'node:http, same bytes',
      bare: by(bare, () => ({ method: 'GET', path: '/bytes' })),
    });
  }
}

try {
  const first = await request('POST', '/contacts', contact());
  const { body } = await request('POST', '/lists', { name: 'Bench', kind: 'static', memberType: 'contact' });
  let stored = 0;
  for (const size of sizes) {
    await seedContacts(stand.store.db(database), first.body.data.id, body.data.id, { from: stored, to: size });
    stored = size;
    await ofSize(size);
  }
  await overMcp(sizes.at(-1)!);
} finally {
  await Promise.all([core, gateway, front].map((pool) => pool.close()));
  await bare.close();
  await stand.stop();
}
