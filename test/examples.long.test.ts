import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';

const root = join(import.meta.dirname, '..');
let product: Product;
let key: string;

beforeAll(async () => {
  product = await startProduct();
  ({ key } = await createAccount(product));
}, 120_000);
afterAll(() => product?.stop());

interface Ran {
  code: number | null;
  output: string;
}

function runExample(name: string, args: string[] = [], environment: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(join(root, 'examples', name, 'run'), args, {
    env: { ...process.env, OUTBOUND_URL: product.url, OUTBOUND_API_KEY: key, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

async function contactsOf(query: string): Promise<{ email: string }[]> {
  return (await restClient(product.url, key)('GET', `/contacts?q=${query}`)).body.data;
}

test.each([
  ['curl', 'ada@curl.example.com', /"ok":true/],
  ['typescript', 'grace@typescript.example.com', /Contacts with the tag "example": 1/],
  ['python', 'alan@python.example.com', /Rejected as expected: 422 validation_failed/],
])('the %s example creates its contact once, also when it runs again', async (name, email, expected) => {
  for (let run = 1; run <= 2; run += 1) {
    const { code, output } = await runExample(name);
    expect(code, output).toBe(0);
    expect(output).toMatch(expected);
  }
  expect((await contactsOf(email)).filter((contact) => contact.email === email)).toHaveLength(1);
});

test('the agent example confirms its preview and creates the contact', async () => {
  const { code, output } = await runExample('agent', ['--yes']);
  expect(code, output).toBe(0);
  expect(await contactsOf('katherine@agent.example.com')).toHaveLength(1);
});

test('the agent example works with a model, and declines without a confirmation', async () => {
  const requests: { messages: { role: string; content: string }[]; tools: object[] }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push(JSON.parse(body));
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'create_contact', arguments: '{"email":"eve@agent.example.com"}' },
    };
    const message =
      requests.length === 1
        ? { role: 'assistant', content: null, tool_calls: [call] }
        : { role: 'assistant', content: 'I stopped.' };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { code, output } = await runExample('agent', ['Create Eve.'], { MODEL_URL: url });
  server.close();
  expect(code, output).toBe(0);
  expect(requests[0]!.tools.length).toBeGreaterThan(10);
  expect(requests[1]!.messages.at(-1)).toMatchObject({ role: 'tool', content: 'The user declined.' });
  expect(await contactsOf('eve@agent.example.com')).toHaveLength(0);
});

test.each(['curl', 'typescript', 'python', 'agent'])('the %s example names a missing API key', async (name) => {
  const { code, output } = await runExample(name, [], { OUTBOUND_API_KEY: '' });
  expect(code).not.toBe(0);
  expect(output).toContain('OUTBOUND_API_KEY');
});
