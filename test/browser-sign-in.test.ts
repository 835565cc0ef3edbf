import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, noBrowser, startBrowser } from './harness/browser.ts';
import { call, connectWithKey, connectWithOAuth, LoopbackSignIn } from './harness/mcp-client.ts';
import { type Product, startProduct } from './harness/product.ts';

if (chromiumPath === undefined) console.warn(noBrowser);

describe.skipIf(chromiumPath === undefined)('a person in the browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  const failures: string[] = [];

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), startBrowser()]);
    page = await browser.newPage();
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  test('signs up and lands on a page that shows the MCP address', async () => {
    await page.goto(`${product.url}/`);
    await page.goto(`${product.url}/app/sign-up`);
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByLabel('E-mail').fill('grace@navy.example');
    await page.getByLabel('Workspace').fill('Navy');
    await page.getByLabel('Password').fill('a nanosecond of wire');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL(`${product.url}/app`);
    expect(await page.content()).toContain(`${product.url}/mcp`);
  });

  test('creates an API key, sees it once, and an MCP client works with it', async () => {
    await page.goto(`${product.url}/app/integrations`);
    await page.getByRole('link', { name: 'Create API key' }).click();
    await page.getByLabel('Name').first().fill('laptop');
    await page.locator('input[value="contacts:read"]').check();
    await page.locator('input[value="contacts:write"]').uncheck();
    await page.getByRole('button', { name: /create/i }).click();
    const key = /obk_live_\w{38}/.exec(await page.content())?.[0];
    expect(key).toBeDefined();
    await page.goto(`${product.url}/app/integrations`);
    expect(await page.content()).not.toContain(key);

    const client = await connectWithKey(product.url, key!);
    expect(await call(client, 'list_contacts')).toMatchObject({ data: [] });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('create_contact');
    await client.close();
  });

  test('connects an MCP client by OAuth, sees it under Integrations and disconnects it', async () => {
    const signIn = new LoopbackSignIn();
    const client = await connectWithOAuth(product.url, signIn, async (authorization) => {
      await page.goto(authorization.href);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Story client');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.waitForURL(/127\.0\.0\.1:\d+\/callback/);
    });
    expect(signIn.saved.tokens?.refresh_token).toBeDefined();
    const me = await call(client, 'get_me');
    expect(me.data).toMatchObject({
      actor: { kind: 'oauth_client', name: 'Story client' },
      workspace: { name: 'Navy' },
      credits: { balance: 200 },
    });

    await page.goto(`${product.url}/app/integrations`);
    expect(await page.content()).toContain('Story client');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.waitForLoadState();
    await expect(call(client, 'get_me')).rejects.toThrow();
    signIn.close();
    await client.close();
  });

  test('met no script or policy error on any page', () => {
    expect(failures).toEqual([]);
  });
});
