import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { approveOnPage } from '../harness/approve-on-page.ts';
import { connectWithKey } from '../harness/mcp-client.ts';
import { createAccount, type Product, restClient, startProduct } from '../harness/product.ts';
import { until } from '../harness/running-process.ts';
import { startSmtpSink } from '../harness/smtp-sink.ts';
import { codeBlocks, runScript, shellScript } from './run-guide.ts';

// The code of the guides runs against the product, so that readers can copy it.
const root = join(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'outbound-guides-'));
let product: Product;
let account: Awaited<ReturnType<typeof createAccount>>;
let key: string;

beforeAll(async () => {
  product = await startProduct();
  account = await createAccount(product);
  ({ key } = account);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  rmSync(work, { recursive: true });
});

function guide(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

function run(script: string) {
  return runScript(script, { OUTBOUND_URL: product.url, OUTBOUND_API_KEY: key }, work);
}

/** Parts of a script before and from the first occurrence of a text. */
function parts(script: string, text: string): [string, string] {
  const at = script.indexOf(text);
  expect(at, `the guide no longer contains "${text}"`).toBeGreaterThan(0);
  return [script.slice(0, at), script.slice(at)];
}

function rest() {
  return restClient(product.url, key);
}

test('the custom fields guide defines, sets, and filters a field', async () => {
  const { code, output } = await run(shellScript(guide('docs/how-to/custom-fields.md')));
  expect(code, output).toBe(0);
  const { body } = await rest()('GET', '/contacts?customFields[budget]=20000..30000');
  expect(body.data).toMatchObject([{ email: 'grace@compiler.example', customFields: { budget: 25000 } }]);
});

test('the guide to providers adds two, shows the price of a look-up, and decides the order', async () => {
  const { code, output } = await run(shellScript(guide('docs/how-to/use-your-own-providers.md')));
  expect(code, output).toBe(0);
  expect(output).toContain('for 0 to 2 credits; Hunter, Prospeo bill at most 2 credits of their own');
  const { body } = await rest()('GET', '/providers');
  expect(body.data).toMatchObject([
    { kind: 'hunter', position: 1, monthlyBudget: 500 },
    { kind: 'prospeo', creditsPerResult: 2 },
  ]);
  // The other guides search the invented directory.
  for (const { id } of body.data) await rest()('DELETE', `/providers/${id}`);
});

test('the import guide sends a file by link and corrects its rows', async () => {
  const { code, output } = await run(shellScript(guide('docs/how-to/import-a-file.md')));
  expect(code, output).toBe(0);
  const { body } = await rest()('GET', '/contacts?q=import.example');
  const people = body.data.map(({ fullName, doNotContact }: Record<string, unknown>) => [fullName, doNotContact]);
  expect(people.toSorted()).toEqual([
    ['Ada Lovelace', false],
    ['Alan Turing', false],
    ['Grace Hopper', true],
  ]);
});

test('the query guide finds, sorts, counts, and lists records', async () => {
  const { code, output } = await run(shellScript(guide('docs/how-to/find-records.md')));
  expect(code, output).toBe(0);
  expect(output).toContain('"totalIsExact":true');
});

test('the client guide has configurations that connect', async () => {
  const source = guide('docs/how-to/connect-clients.md');
  const servers = codeBlocks(source)
    .filter(({ language }) => language === 'json')
    .map(({ code }) => JSON.parse(code))
    .map(({ mcpServers, servers }) => (mcpServers ?? servers).outbound as { url: string; headers?: object });
  expect(servers).toHaveLength(3);
  for (const { url } of servers) expect(url).toBe('http://127.0.0.1:3000/mcp');
  expect(servers.at(-1)!.headers).toEqual({ Authorization: 'Bearer obk_live_…' });
  const client = await connectWithKey(product.url, key);
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  await client.close();
  const { code, output } = await run(shellScript(source));
  expect(code, output).toBe(0);
});

test('the mailbox guide connects and tests a mailbox', async () => {
  const sink = await startSmtpSink();
  const imap =
    '"imap": {"host": "imap.outreach.example", "port": 993, "security": "tls", "username": "olga", "password": "secret"},';
  const script = shellScript(guide('docs/how-to/connect-a-mailbox.md'), {
    '"host": "smtp.outreach.example", "port": 587, "security": "starttls"': `"host": "127.0.0.1", "port": ${sink.port}, "security": "none"`,
    [imap]: '',
  });
  const { code, output } = await run(script);
  await sink.stop();
  expect(code, output).toBe(0);
  const { body } = await rest()('GET', '/mailboxes');
  expect(body.data).toContainEqual(expect.objectContaining({ address: 'olga@outreach.example', dailyCap: 40 }));
  expect(output).toMatch(/"spf"/i);
});

test('the webhook guide receives a verified event', async () => {
  const source = guide('docs/how-to/webhooks.md');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const setUp = shellScript(source, { 'https://crm.example/outbound-events': url });
  const [request, useWebhook] = parts(setUp, 'webhook=');
  const requested = await run(request);
  await approveOnPage(product.url, account, /apr_[0-9A-Z]+/.exec(requested.output)![0]);
  // The first test delivery fails, because the receiver needs the secret first. A replay would fail five times, and
  // Outbound would then wait a minute.
  const [readSecret] = parts(useWebhook, 'from=');
  const { output } = await run(readSecret);
  const secret = /whsec_[\w+/=]+/.exec(output)?.[0];
  expect(secret, output).toBeDefined();

  mkdirSync(join(work, 'node_modules/@outbound'), { recursive: true });
  const client = join(work, 'node_modules/@outbound/client');
  mkdirSync(client);
  writeFileSync(join(client, 'package.json'), '{"name":"@outbound/client","type":"module","exports":"./index.js"}');
  symlinkSync(join(root, 'shared/client/src/index.ts'), join(client, 'index.js'));
  const [receiver] = codeBlocks(source).filter(({ language }) => language === 'js');
  writeFileSync(join(work, 'receiver.mjs'), receiver!.code);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(work, 'receiver.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text;
    });
  try {
    await until(
      'the receiver',
      async () => (await fetch(url, { method: 'POST' }).catch(() => undefined))?.status === 400,
    );
    await rest()('POST', '/contacts', { email: 'webhook@guide.example' }, { 'idempotency-key': 'guide' });
    await until('the event', async () => printed.includes('contact.created'));
    const again = await run(useWebhook);
    expect(again.code, again.output).toBe(0);
    expect(again.output).toContain('"state":"delivered"');
  } finally {
    child.kill();
  }
});

test('the guide about own data imports a register, searches it, and updates it', async () => {
  const { code, output } = await run(shellScript(guide('docs/how-to/search-your-own-data.md')));
  expect(code, output).toBe(0);
  expect(output).toContain('HARBOUR CODE LTD');
  expect(output).not.toContain('QUAY BAKERY');
  const listed = async () => (await rest()('GET', '/search/data-sets')).body.data;
  await until('the update', async () => (await listed())[0].jobId === null);
  expect(await listed()).toMatchObject([{ name: 'UK', companyCount: 2, license: 'Open Government Licence v3.0' }]);
});

test('the self-hosting guide names files that exist and commands that the product has', async () => {
  const source = guide('docs/how-to/self-host.md');
  const install = codeBlocks(source).find(({ language }) => language === 'sh');
  expect(install?.code).toContain('deploy/systemd/install outbound.example.com');
  const commands = [...source.matchAll(/outbound -- (\w+ \w+)/g)].map(([, name]) => name!);
  expect(commands.length).toBeGreaterThan(3);
  for (const name of commands)
    expect(await product.operate(...name.split(' '), '--help')).toContain(`usage: outbound ${name}`);
});
