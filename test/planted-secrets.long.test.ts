import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveOnPage } from './harness/approve-on-page.ts';
import { call, connectWithKey } from './harness/mcp-client.ts';
import { operate, type Product, restClient, startProduct } from './harness/product.ts';
import { type SmtpSink, startSmtpSink } from './harness/smtp-sink.ts';
import { WebSession } from './harness/web-session.ts';

let product: Product;
let sink: SmtpSink;

// Always on the embedded store, because its files are searched.
beforeAll(async () => {
  product = await startProduct({ MONGODB_URI: '', METRICS_PORT: '0', LOG_LEVEL: 'debug' });
  sink = await startSmtpSink();
});
afterAll(async () => {
  await product.stop();
  await sink.stop();
});

function mark(name: string): string {
  return `${name}${randomBytes(9).toString('hex')}`;
}

/** Every file of the data folder, except the one with the keys of the installation. */
function filesWith(text: string): string[] {
  const dataDir = product.env.OUTBOUND_DATA_DIR!;
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const wanted = [text, Buffer.from(text).toString('base64').replace(/=+$/, ''), encodeURIComponent(text)];
  return files
    .filter(({ name }) => name !== 'secrets.json')
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const content = readFileSync(path);
      return wanted.some((one) => content.includes(one));
    });
}

test('no entered secret appears in clear text in the data or the logs', async () => {
  const email = 'planted@outbound.example';
  const known = { password: mark('Account-'), mailbox: mark('Mailbox-'), preview: mark('Preview-') };
  await product.operate('workspace', 'create', '--name', 'P', '--email', email, '--password', known.password);
  const key = await product.operate('key', 'create', '--email', email, '--scopes', 'all', '--unattended');
  const request = restClient(product.url, key);
  const visible = mark('visible');
  expect((await request('POST', '/contacts', { email: `${visible}@outbound.example` })).status).toBe(201);

  // Over REST: planned, executed, and rejected inside an invalid body.
  const smtp = { host: '127.0.0.1', port: sink.port, security: 'none', username: 'ada', password: known.mailbox };
  const mailbox = { address: 'ada@acme.example', smtp };
  expect((await request('POST', '/mailboxes?dryRun=true', mailbox)).status).toBe(200);
  expect((await request('POST', '/mailboxes', mailbox, { 'idempotency-key': 'planted' })).status).toBe(201);
  expect((await request('POST', '/mailboxes', { ...mailbox, nonsense: 1 })).status).toBe(422);
  const asked = await request('POST', '/webhooks', { url: 'https://crm.example/events' });
  await approveOnPage(product.url, { email, password: known.password }, asked.body.data.approval.id);
  const [webhook] = (await request('GET', '/webhooks')).body.data;
  const secret: string = (await request('GET', `/webhooks/${webhook.id}/secret`)).body.data.secret;
  expect(secret).toMatch(/^whsec_/);

  // Over MCP, which accepts no passwords, and on pages, where one stays in the form.
  const client = await connectWithKey(product.url, key);
  await call(client, 'connect_mailbox', { ...mailbox, smtp: { ...smtp, password: known.preview } }).catch(() => {});
  await client.close();
  const person = new WebSession(product.url);
  await person.submit('/app/sign-in', '/app/sign-in', { email, password: known.password, next: '/app' });
  const page = await person.get('/app/security/second-step');
  const totp = /Key: <code>([A-Z2-7 ]+)</.exec(page)![1]!.replaceAll(' ', '');
  const sealed = /name="sealed" value="([^"]+)"/.exec(page)![1]!;
  const code = new TOTP({ secret: Secret.fromBase32(totp) }).generate();
  const started = { sealed, code, password: known.password };
  const codes = await person
    .submit('/app/security/second-step', '/app/security/second-step', started)
    .catch((shown: Error) => [...shown.message.matchAll(/<code>([a-z2-9-]{19})</g)].map(([, one]) => one!));
  expect(codes).toHaveLength(10);
  const link = await operate(['password', 'link', '--email', email], product.env);
  const token = new URL(link).searchParams.get('token')!;
  await fetch(link);

  await product.process.stop();
  expect(filesWith(visible)).not.toEqual([]);
  const secrets = { ...known, key, secret, bareSecret: secret.slice(6), totp, code: codes[0]!, token };
  for (const [name, text] of Object.entries(secrets)) expect([name, filesWith(text)]).toEqual([name, []]);
}, 400_000);
