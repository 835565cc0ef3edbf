import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { type ProviderServer, startProviderServer } from '../../testing/servers/provider-server.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const path = '/app/settings/providers';
let provider: ProviderServer;
let core: TestCore;
let browser: Browser;
beforeAll(async () => {
  provider = await startProviderServer({});
  core = await startTestCore({ environment: { PROVIDER_BASE_URLS: provider.urls } });
  browser = new Browser(core.url);
  await browser.signUp(`${randomUUID()}@example.org`);
});
afterAll(async () => {
  await core.stop();
  provider.stop();
});

function row(html: string, title: string): string {
  return html.split('<tr>').find((part) => part.includes(`Actions for ${title}`)) ?? '';
}

test('a person adds a provider, sees that it works, pauses it, and takes that back', async () => {
  expect((await browser.get(path)).html).toContain('No providers yet.');
  const given = { kind: 'prospeo', apiKey: 'the-key-of-our-account', monthlyBudget: '1000', creditsPerResult: '' };
  await browser.submit(path, path, given);
  const { html } = await browser.get(path);
  expect(html).toContain('Prospeo works. Plan STARTER: 988 credits left.');
  expect(html).not.toContain('the-key-of-our-account');
  expect(row(html, 'Prospeo')).toContain('Works');
  expect(row(html, 'Prospeo')).toContain('0 of 1,000 credits');
  expect(row(html, 'Prospeo')).toContain('Not measured yet');
  const action = /action="(\/app\/settings\/providers\/prv_\w+\/pause)"/.exec(html)![1]!;
  await browser.submit(path, action, { isActive: 'false' });
  const paused = await browser.get(path);
  expect(row(paused.html, 'Prospeo')).toContain('Paused');
  expect(paused.html).toContain('Prospeo is paused.');
  await browser.submit(path, action, { isActive: 'true' });
  const used = await browser.get(path);
  expect(row(used.html, 'Prospeo')).not.toContain('Paused');
});

test('keeps the input of a rejected form, without the key, and marks only that form', async () => {
  const given = { kind: 'openai', apiKey: 'the-key-of-our-account', monthlyBudget: '5000' };
  const { html, status } = await browser.submit(path, path, given);
  expect(status).toBe(422);
  expect(html.match(/class="hint error"/g)).toHaveLength(1);
  expect(html).toContain('A language model needs its name.');
  expect(html).toContain('value="5000"');
  expect(html).not.toContain('the-key-of-our-account');
});
