import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CDPSession, type Browser as Chromium, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { passkeyHost } from '../../../engine/members/passkeys.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

const chromiumPath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
const password = 'correct horse battery';

test.each([
  ['https://outbound.example.org', 'outbound.example.org'],
  ['http://localhost:3000', 'localhost'],
  ['http://outbound.example.org', null],
  ['https://192.0.2.7', null],
  ['https://[2001:db8::7]:3000', null],
])('passkeys at %s are for %s', (baseUrl, host) => {
  expect(passkeyHost(baseUrl)).toBe(host);
});

describe.skipIf(chromiumPath === undefined)('with the authenticator of a browser', () => {
  let core: TestCore;
  let server: Server;
  let chrome: Chromium;
  let page: Page;
  let devices: CDPSession;
  let url: string;

  beforeAll(async () => {
    core = await startTestCore();
    server = createServer((request, response) => handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://localhost:${(server.address() as AddressInfo).port}`;
    const handle = createApp({ ...core.deps, config: { ...core.config, baseUrl: url } }).callback();
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    chrome = await chromium.launch({ executablePath: chromiumPath, args });
    page = await chrome.newPage();
    devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    const device = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
    const options = { ...device, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
    await devices.send('WebAuthn.addVirtualAuthenticator', { options });
  }, 120_000);
  afterAll(async () => {
    await chrome?.close();
    server.close();
    server.closeAllConnections();
    await core.stop();
  });

  async function press(name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).click();
  }

  test('a passkey is added with the password, signs in without it, and stops working when removed', async () => {
    await page.goto(`${url}/app/sign-up`);
    for (const [label, text] of [
      ['Your name', 'Ada Lovelace'],
      ['Email', 'ada@example.org'],
      ['Password', password],
      ['Workspace', 'Engines'],
    ] as const) {
      await page.getByLabel(label).fill(text);
    }
    await page.locator('form button.primary').click();
    await page.waitForURL(`${url}/app`);

    await page.goto(`${url}/app/security`);
    await page.getByLabel('Passkey name').fill('Laptop');
    await page.locator('#password-passkey').fill('of somebody else');
    await press('Add a passkey');
    await expect.poll(() => page.content()).toContain('This is not your password.');
    await page.getByLabel('Passkey name').fill('Laptop');
    await page.locator('#password-passkey').fill(password);
    await press('Add a passkey');
    await page.waitForURL(`${url}/app/security?notice=passkey-added`);
    expect(await page.content()).toContain('Laptop');

    await page.context().clearCookies();
    await page.goto(`${url}/app/sign-in?next=/app/contacts`);
    await press('Sign in with a passkey');
    await page.waitForURL(`${url}/app/contacts`);

    await page.goto(`${url}/app/security`);
    await page.getByLabel('Laptop').check();
    await page.locator('#password-remove').fill(password);
    await press('Remove selected passkey');
    await page.waitForURL(`${url}/app/security?notice=passkey-removed`);
    await page.context().clearCookies();
    await page.goto(`${url}/app/sign-in`);
    await press('Sign in with a passkey');
    await expect.poll(() => page.content()).toContain('The passkey could not be checked.');
    expect(new URL(page.url()).pathname).toBe('/app/sign-in/passkey');
  }, 120_000);
});
