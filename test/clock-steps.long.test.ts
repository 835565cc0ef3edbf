import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';

// libfaketime steps the clock of all parts. The monotonic clock continues, as it does on a machine whose clock is set.
const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
const folder = mkdtempSync(join(tmpdir(), 'outbound-clock-'));
const offsetFile = join(folder, 'offset');
let product: Product;
let key: string;
let call: ReturnType<typeof restClient>;

function setClock(offset: string): void {
  writeFileSync(offsetFile, offset);
}

beforeAll(async () => {
  if (library === undefined) return;
  setClock('+0');
  product = await startProduct({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: offsetFile,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Limits as they are, because they hold times.
    RATE_LIMIT_KEY_PER_MINUTE: '600',
    RATE_LIMIT_WORKSPACE_PER_MINUTE: '1200',
  });
  ({ key } = await createAccount(product));
  call = restClient(product.url, key);
  await call('PATCH', '/settings', { postalAddress: 'Analytical Engines, 1 Long Street, London' });
}, 180_000);
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true });
});

async function mcp(method: string): Promise<number> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${key}` };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} });
  return (await fetch(`${product.url}/mcp`, { method: 'POST', headers, body })).status;
}

let people = 0;
async function launchTo(count: number): Promise<string> {
  const step = { kind: 'email', subject: 'Hello', body: 'Hello {{contact.firstName}}.' };
  const campaign = await call('POST', '/campaigns', { name: `Campaign ${people}`, steps: [step] });
  const campaignId = campaign.body.data.id;
  const contactIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    people += 1;
    const email = `person${people}@company${people}.example`;
    const person = { email, emailStatus: 'valid', firstName: 'Ada', declaredBasis: 'legitimate_interest' };
    const created = await call('POST', '/contacts', person);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    contactIds.push(created.body.data.id);
  }
  await call('POST', `/campaigns/${campaignId}/enrollments`, { contactIds });
  const launched = await call('POST', `/campaigns/${campaignId}/launch`, {});
  expect(launched.status, JSON.stringify(launched.body)).toBe(200);
  return campaignId;
}

async function recipientsOf(campaignId: string): Promise<string[]> {
  const { body } = await call('GET', `/messages?campaignId=${campaignId}&state=sent`);
  return body.data.map(({ to }: { to: string }) => to);
}

test('a clock that is a day ahead, then a day behind, locks nothing, and nothing is sent twice', {
  timeout: 400_000,
}, async (context) => {
  if (library === undefined) context.skip('libfaketime is not installed');
  const campaigns = [await launchTo(3)];
  // Entries are chained some seconds after they were written, and a step counts if the worker sees it then.
  const verified = async () => product.operate('audit', 'verify');
  const areChained = () => expect.poll(verified, { timeout: 90_000, interval: 2_000 }).not.toContain('not chained yet');
  for (const offset of ['+1d', '-1d', '+0']) {
    setClock(offset);
    for (let asked = 0; asked < 30; asked += 1) {
      expect([offset, await mcp('tools/list'), (await call('GET', '/contacts')).status]).toEqual([offset, 200, 200]);
    }
    campaigns.push(await launchTo(3));
    await call('POST', '/sandbox/deliver', {});
    await areChained();
  }
  for (const campaignId of campaigns) {
    const sent = async () => {
      await call('POST', '/sandbox/deliver', {});
      return recipientsOf(campaignId);
    };
    await expect.poll(async () => (await sent()).length, { timeout: 60_000, interval: 500 }).toBe(3);
    expect(new Set(await recipientsOf(campaignId)).size).toBe(3);
  }
  const { body } = await call('GET', '/sandbox/messages?limit=100');
  expect(new Set(body.data.map(({ to }: { to: string }) => to)).size).toBe(body.data.length);
  await areChained();
  const report = await verified();
  expect(report).toMatch(/The clock moved forward by 1 day/);
  expect(report).toMatch(/The clock moved back by 2 days/);
  expect(report).not.toMatch(/inserted|changed|removed/);
});
