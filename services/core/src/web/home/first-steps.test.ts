import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAuditEntry } from '../../store/events/audit/audit-store.ts';
import { addSuppression } from '../../store/suppressions/suppression-store.ts';
import { Browser } from '../../testing/browser.ts';
import { chromiumPath, pageAs, startChromium } from '../../testing/pages/chromium.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
/** A Sunday, at night. */
const sunday = new Date('2030-01-06T03:15:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => sunday });
});
afterAll(() => core.stop());

test('merges repeated actions in a row into one line of activity', async () => {
  const { workspaceId } = await core.addWorkspace();
  const browser = await signedIn(core, workspaceId);
  const actor = { kind: 'api_key', id: 'key_1', name: 'Importer' } as const;
  const entry = { workspaceId, actor, via: 'rest', effect: 'write', inputDigest: 'none', requestId: 'req' } as const;
  const facts = { ...entry, action: 'create_contact', credits: 0, subjectIds: [], createdAt: sunday };
  for (let made = 0; made < 8; made += 1) await addAuditEntry({ ...facts, result: 'ok', summary: `Created ${made}.` });
  const { html } = await browser.get('/app');
  expect(html).toContain('Create a contact: 8 times');
  expect(html).not.toContain('Created 3.');
});

test('reports have a table for their chart, and a new workspace has no chart on its first page', async () => {
  const { workspaceId } = await core.addWorkspace();
  const browser = await signedIn(core, workspaceId);
  expect((await browser.get('/app/reports')).html.match(/Show table/g)).toHaveLength(1);
  expect((await browser.get('/app')).html).not.toContain('Show table');
});

test('an opt-out does not count as the imported suppression list', async () => {
  const { workspaceId, key } = await core.addWorkspace();
  const browser = await signedIn(core, workspaceId);
  const reply = { kind: 'address', value: 'x@y.example', reason: 'unsubscribe' } as const;
  await addSuppression(workspaceId, reply, sunday);
  const smtp = { host: '127.0.0.1', port: 1, security: 'none' };
  await core.request('POST', '/mailboxes', { key, body: { address: 'ada@analytical.com', smtp } });
  expect((await browser.get('/app')).html).toContain(
    'href="/app/do/add_suppressions?back=%2Fapp">Import your suppression',
  );
  await core.request('POST', '/suppressions/bulk', {
    key,
    body: { values: ['old@customer.example'], reason: 'import' },
  });
  expect((await browser.get('/app')).html).toContain('<span>Import your suppression');
});

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  let chrome: Chromium;
  beforeAll(async () => {
    chrome = await startChromium();
  });
  afterAll(() => chrome?.close());

  test('a new user gets the first reply in three steps, on a Sunday night', { timeout: 180_000 }, async () => {
    const visitor = new Browser(core.url);
    await visitor.signUp('newcomer@example.org');
    const page = await pageAs(chrome, visitor);
    await page.goto(`${core.url}/app`);
    await page.getByLabel('Your postal address').fill('1 Long Street, London');
    await page.getByRole('button', { name: 'Create example campaign' }).click();
    await page.getByRole('button', { name: /^Launch/ }).click();
    await page.waitForURL(`${core.url}/app`);
    await page.getByRole('button', { name: 'Deliver messages now' }).click();
    await page.waitForURL('**/app/sandbox');
    await page.getByRole('button', { name: "I'm interested" }).click();
    await page.waitForURL('**/app/sandbox/*reply=*');
    expect(await page.locator('main').textContent()).toMatch(/Classified as\s*Meeting/);
    await page.goto(`${core.url}/app`);
    expect(await page.locator('main').textContent()).toContain('Go live');
  });
});
