import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../deploy/launcher/free-port.ts';
import { internalUrlOf } from '../shared/node-service/src/settings/common-settings.ts';
import { call, confirm, connectWithKey } from './harness/mcp-client.ts';
import { restClient } from './harness/product.ts';
import { type RunningProcess, startProcess, untilReady } from './harness/running-process.ts';

// Two cores and two gateways, started separately, on one store without a worker.
const settlesWithinMs = 10_000;
const running: RunningProcess[] = [];
let cores: string[];
let gateways: string[];
let key: string;
let gatewayOf: (core: string) => Promise<string>;

async function start(script: string, args: string[], env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const started = startProcess(script, args, { ...env, PORT: String(port) });
  running.push(started);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, started);
  return url;
}

async function operate(env: Record<string, string>, ...args: string[]): Promise<string> {
  const command = startProcess('services/core/src/main.ts', args, env);
  await new Promise((resolve) => command.child.once('close', resolve));
  return command.output().trim();
}

beforeAll(async () => {
  const mark = randomUUID().slice(0, 8);
  const env = {
    BASE_URL: 'http://127.0.0.1:3999',
    MONGODB_URI: process.env.MONGODB_URI || process.env.TEST_MONGODB_URI!,
    CORE_DATABASE: `several_core_${mark}`,
    GATEWAY_DATABASE: `several_gateway_${mark}`,
    SECRET_KEY: randomBytes(32).toString('base64'),
    INTERNAL_SECRET: 'several-test',
    LOG_LEVEL: 'error',
  };
  const core = 'services/core/src/main.ts';
  cores = [await start(core, ['api'], env), await start(core, ['api'], env)];
  gatewayOf = (url) =>
    start('services/gateway/src/main.ts', [], {
      ...env,
      CORE_URL: url,
      CORE_INTERNAL_URL: internalUrlOf(new URL(cores[0]!)),
    });
  gateways = [await gatewayOf(cores[0]!), await gatewayOf(cores[1]!)];
  const owner = ['--email', 'several@outbound.example'];
  await operate(env, 'workspace', 'create', '--name', 'Several', ...owner, '--password', 'correct horse battery');
  key = await operate(env, 'key', 'create', ...owner, '--scopes', 'all', '--unattended');
}, 120_000);
afterAll(() => Promise.all(running.map((each) => each.stop())));

test('the same key sent concurrently to two cores creates one contact and returns one response', async () => {
  const body = { email: 'two@cores.example', declaredBasis: 'consent' };
  const send = async (url: string) => {
    for (;;) {
      const answer = await restClient(url, key)('POST', '/contacts', body, { 'idempotency-key': 'two-cores' });
      if (!answer.body.error?.retryable) return answer;
    }
  };
  const answers = await Promise.all([...cores, ...cores, ...cores].map(send));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.id}`)).size).toBe(1);
  const { body: listed } = await restClient(cores[1]!, key)('GET', '/contacts');
  expect(listed.data).toHaveLength(1);
});

test('confirms a preview from another gateway exactly once', async () => {
  const [first, second] = await Promise.all(gateways.map((url) => connectWithKey(url, key)));
  const preview = await call(first!, 'create_contact', { email: 'two@gateways.example' });
  const done = await Promise.all([first!, second!].map((client) => confirm(client, preview)));
  expect(done[0].data).toEqual(done[1].data);
  expect((await call(second!, 'list_contacts', { q: 'gateways' })).data).toHaveLength(1);
  await Promise.all([first!.close(), second!.close()]);
});

describe('a gateway that is killed while it confirms', () => {
  /** A proxy between a gateway and the core that observes and can delay requests. */
  async function relay(onCreate: (forward: () => Promise<unknown>) => Promise<void>): Promise<string> {
    const handle: RequestListener = async (request, response) => {
      const headers = new Headers(request.headers as Record<string, string>);
      for (const hop of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(hop);
      const body = Buffer.concat(await Array.fromAsync(request));
      const { method = 'GET', url = '/' } = request;
      const forward = () => fetch(cores[0] + url, { method, headers, ...(body.length > 0 && { body }) });
      if (method === 'POST' && /\/contacts$/.test(url)) return onCreate(forward);
      const answer = await forward();
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    relays.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const relays: Server[] = [];
  afterAll(() => {
    for (const server of relays) {
      server.close();
      server.closeAllConnections();
    }
  });

  test.each([
    ['before the core has it', false],
    ['after the core has done it', true],
  ])('%s: another gateway settles the same confirmation within 10 seconds', async (when, isDone) => {
    const email = `killed-${isDone}@gateways.example`;
    const doomed = await gatewayOf(
      await relay(async (forward) => {
        if (isDone) await forward();
        await running.at(-1)!.kill();
      }),
    );
    const first = await connectWithKey(doomed, key);
    const preview = await call(first, 'create_contact', { email });
    const lost = confirm(first, preview).then(
      () => 'confirmed',
      () => 'lost',
    );
    expect(await lost, when).toBe('lost');
    const startedAt = Date.now();
    const second = await connectWithKey(gateways[1]!, key);
    const done = await confirm(second, preview);
    expect(Date.now() - startedAt).toBeLessThan(settlesWithinMs);
    const { data } = await call(second, 'list_contacts', { q: email });
    expect(data).toHaveLength(1);
    expect(done.data.id).toBe(data[0].id);
    await second.close();
  });
});
