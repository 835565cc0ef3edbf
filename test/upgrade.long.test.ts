import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { call, connectWithKey } from './harness/mcp-client.ts';
import { type Product, restClient, startProduct } from './harness/product.ts';
import { WebSession } from './harness/web-session.ts';

// A small data folder of each release: a workspace with an owner and a key, three contacts, a list, two suppressions, a
// sandbox campaign with one reply, and a mailbox with a password.
const fixtures = join(import.meta.dirname, 'fixtures');
const releases = readdirSync(fixtures).filter((name) => !name.startsWith('addresses-'));

interface Facts {
  email: string;
  password: string;
  key: string;
  contactIds: string[];
  campaignId: string;
  mailboxId: string;
}

let product: Product | undefined;
let dataDir = '';
afterEach(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test.each(releases)('opens the data folder of %s with all records and suppressions', async (release) => {
  const facts: Facts = JSON.parse(readFileSync(join(fixtures, release, 'facts.json'), 'utf8'));
  dataDir = mkdtempSync(join(tmpdir(), 'outbound-upgrade-'));
  execFileSync('tar', ['-xzf', join(fixtures, release, 'data.tar.gz'), '-C', dataDir]);
  const databases = { CORE_DATABASE: 'outbound_core', GATEWAY_DATABASE: 'outbound_gateway', MONGODB_URI: '' };
  product = await startProduct({ OUTBOUND_DATA_DIR: dataDir, ...databases });

  const rest = restClient(product.url, facts.key);
  const get = async (path: string) => {
    const { status, body } = await rest('GET', path);
    expect([path, status]).toEqual([path, 200]);
    return body.data;
  };
  expect((await get('/contacts')).map(({ id }: { id: string }) => id).sort()).toEqual([...facts.contactIds].sort());
  for (const value of ['no@person.example', 'somebody@never.example'])
    expect((await get(`/suppressions/check?value=${value}`)).isSuppressed, value).toBe(true);
  expect(await get('/replies')).toMatchObject([{ class: 'interested' }]);
  expect((await get(`/campaigns/${facts.campaignId}/report`)).messages.sent).toBeGreaterThan(0);
  expect(await get(`/mailboxes/${facts.mailboxId}`)).toMatchObject({ address: 'olga@outbound.example' });
  const ledger: { amount: number }[] = await get('/credits/ledger?limit=100');
  expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe((await get('/credits/balance')).balance);

  const added = await rest('POST', '/contacts', { email: 'no@person.example', declaredBasis: 'consent' });
  expect([added.status, added.body.data?.doNotContact ?? true]).toEqual([added.status, true]);
  const person = new WebSession(product.url);
  await person.submit('/app/sign-in', '/app/sign-in', { email: facts.email, password: facts.password });
  expect(await person.get('/app')).toContain('Story');
  const agent = await connectWithKey(product.url, facts.key);
  expect((await call(agent, 'get_me')).data.workspace).toBeTruthy();
  await agent.close();
});
