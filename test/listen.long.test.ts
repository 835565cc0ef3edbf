import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { verifyWebhook } from '../shared/client/src/verify-webhook.ts';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';
import { until } from './harness/running-process.ts';

// `outbound listen` forwards events to a program on this machine, as a webhook endpoint would get them.
let product: Product;
let key: string;
let server: Server;
const children: ChildProcess[] = [];
const received: { headers: Record<string, string>; body: string }[] = [];
/** Next answers of the program. Then it accepts everything. */
const answers: number[] = [];

beforeAll(async () => {
  product = await startProduct();
  ({ key } = await createAccount(product));
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const status = answers.shift() ?? 204;
    if (status === 204) received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
}, 120_000);
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  received.splice(0);
});
afterAll(async () => {
  server?.close();
  await product?.stop();
});

function listen(args: string[], env: Record<string, string> = {}) {
  const script = join(import.meta.dirname, '../deploy/launcher/outbound.mjs');
  const own = { OUTBOUND_URL: product.url, OUTBOUND_API_KEY: key, ...env };
  const child = spawn(process.execPath, [script, 'listen', ...args], { env: { ...process.env, ...own } });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk));
  return { text: () => text, ended: once(child, 'exit').then(([code]) => code as number) };
}

function address(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}

async function addContact(email: string): Promise<string> {
  return (await restClient(product.url, key)('POST', '/contacts', { email })).body.data.id;
}

test('forwards new events once, in order, with a valid signature, also after a failure', async () => {
  await addContact('before@firm.example');
  const { text } = listen(['--to', address(), '--types', 'contact.created']);
  await until('the start', async () => text().includes('Signing secret'));
  answers.push(500);
  const ids = [await addContact('one@firm.example'), await addContact('two@firm.example')];
  await until('both events', async () => received.length === 2);
  expect(received.map(({ body }) => JSON.parse(body).subjectId)).toEqual(ids);
  const secret = /whsec_\S+/.exec(text())![0];
  for (const { headers, body } of received) expect(verifyWebhook(secret, headers, body).type).toBe('contact.created');
  expect(text()).toMatch(/contact\.created con_\S+ evt_\S+: 204/);
});

test('names a missing or wrong setting, and ends', async () => {
  for (const [args, env, message] of [
    [['--to', address()], { OUTBOUND_API_KEY: '' }, 'Set OUTBOUND_API_KEY'],
    [[], {}, '--to is missing'],
    [['--to', 'nonsense'], {}, 'must be a port or a URL'],
    [['--to', address()], { OUTBOUND_API_KEY: 'ob_wrong' }, 'OUTBOUND_API_KEY'],
    [['--to', address()], { OUTBOUND_URL: 'http://127.0.0.1:9' }, 'No answer from'],
  ] as const) {
    const { text, ended } = listen([...args], env);
    expect(await ended, message).toBe(1);
    expect(text()).toContain(message);
  }
});
