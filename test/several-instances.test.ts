import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../deploy/launcher/free-port.ts';
import { call, confirm, connectWithKey } from './harness/mcp-client.ts';
import { restClient } from './harness/product.ts';
import { type RunningProcess, startProcess, untilReady } from './harness/running-process.ts';

// Two cores and two gateways, each started alone, on one store; no worker at all.
const running: RunningProcess[] = [];
let cores: string[];
let gateways: string[];
let key: string;

const start = async (script: string, args: string[], env: Record<string, string>): Promise<string> => {
  const port = await freePort();
  const started = startProcess(script, args, { ...env, PORT: String(port) });
  running.push(started);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, started);
  return url;
};

const operate = async (env: Record<string, string>, ...args: string[]): Promise<string> => {
  const command = startProcess('services/core/src/main.ts', args, env);
  await new Promise((resolve) => command.child.once('close', resolve));
  return command.output().trim();
};

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
  const gatewayOf = (url: string) => start('services/gateway/src/main.ts', [], { ...env, CORE_URL: url });
  gateways = [await gatewayOf(cores[0]!), await gatewayOf(cores[1]!)];
  const owner = ['--email', 'several@outbound.example'];
  await operate(env, 'workspace', 'create', '--name', 'Several', ...owner, '--password', 'correct horse battery');
  key = await operate(env, 'key', 'create', ...owner, '--scopes', 'all');
}, 120_000);
afterAll(() => Promise.all(running.map((each) => each.stop())));

test('one key sent to two cores at the same time makes one contact and one answer', async () => {
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

test('what one gateway prepared the other one confirms, once', async () => {
  const [first, second] = await Promise.all(gateways.map((url) => connectWithKey(url, key)));
  const { confirmationId } = await call(first!, 'create_contact', { email: 'two@gateways.example' });
  const done = await Promise.all([first!, second!].map((client) => confirm(client, confirmationId)));
  expect(done[0].data).toEqual(done[1].data);
  expect((await call(second!, 'list_contacts', { q: 'gateways' })).data).toHaveLength(1);
  await Promise.all([first!.close(), second!.close()]);
});
