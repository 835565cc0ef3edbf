import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOnScreens } from './harness/accessibility.ts';
import { chromiumPath, noBrowser, startBrowser } from './harness/browser.ts';
import { call, connectWithKey, connectWithOAuth, LoopbackSignIn } from './harness/mcp-client.ts';
import { type Product, restClient, startProduct } from './harness/product.ts';
import { until } from './harness/running-process.ts';

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

  test('signs up and gets to a page with the MCP URL', async () => {
    await page.goto(`${product.url}/`);
    await page.goto(`${product.url}/app/sign-up`);
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByLabel('Email').fill('grace@navy.example');
    await page.getByLabel('Workspace').fill('Navy');
    await page.getByLabel('Password').fill('a nanosecond of wire');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL(`${product.url}/app`);
    expect(await page.content()).toContain(`${product.url}/mcp`);
  });

  test('creates an API key that is shown once and works in an MCP client', async () => {
    await page.goto(`${product.url}/app/integrations`);
    await page.getByRole('link', { name: 'Create API key' }).click();
    await page.getByLabel('Name').first().fill('laptop');
    await page.locator('input[value="contacts:read"]').check();
    await page.locator('input[value="contacts:write"]').uncheck();
    await page.getByLabel('Your password').fill('a nanosecond of wire');
    await page.getByRole('button', { name: /create/i }).click();
    await page.waitForFunction("document.documentElement.outerHTML.includes('obk_live_')");
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

  test('connects an MCP client with OAuth, finds it under Integrations, and disconnects it', async () => {
    const signIn = new LoopbackSignIn();
    const client = await connectWithOAuth(product.url, signIn, async (authorization) => {
      await page.goto(authorization.href);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Story client');
      expect(await faultsOnScreens(page, 'consent')).toEqual([]);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
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

  test('gets a readable page after a sign-in has expired', async () => {
    const other = await browser.newPage();
    await other.goto(`${product.url}/oauth/interaction/none`);
    expect(await other.textContent('h1')).toContain('expired');
    expect(await faultsOnScreens(other, 'expired')).toEqual([]);
    await other.close();
  });

  test('sets the limits of a client under Integrations', async () => {
    const signIn = new LoopbackSignIn();
    const client = await connectWithOAuth(product.url, signIn, async (authorization) => {
      await page.goto(authorization.href);
      await page.locator('input[name="group"][value="send"]').uncheck();
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.waitForURL(/127\.0\.0\.1:\d+\/callback/);
    });
    expect(signIn.saved.tokens?.scope).not.toContain('sending:write');
    const list = { action: 'create_list', input: { name: 'Navy people' } };
    expect(await call(client, 'prepare_action', list)).toMatchObject({ status: 'waiting_for_confirmation' });
    await page.goto(`${product.url}/app/integrations`);
    await page.getByText('25 credits, 0 recipients a day').click();
    await page.getByLabel('Credits a day').fill('3');
    await page.getByLabel(/Run small changes immediately/).check();
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('3 credits, 0 recipients a day, small changes immediately').waitFor();
    expect(await faultsOnScreens(page, 'integrations')).toEqual([]);
    expect(await call(client, 'prepare_action', list)).toMatchObject({ status: 'done', undo: expect.any(String) });
    await page.getByLabel('Only the clients below').check();
    await page.getByLabel('Clients, one per line').fill('claude.ai');
    await page
      .locator('section', { hasText: 'Admitted MCP clients' })
      .getByRole('button', { name: 'Save clients' })
      .click();
    await page.getByText('Clients saved').waitFor();
    await until('the refusal', () =>
      call(client, 'get_me').then(
        () => false,
        ({ message }) => /not among them/.test(message),
      ),
    );
    signIn.close();
    await client.close();
  });

  test('has accessible sign-in pages', async () => {
    const other = await browser.newPage();
    await other.goto(`${product.url}/app/sign-in`);
    expect(await faultsOnScreens(other, 'sign-in')).toEqual([]);
    await other.close();
  });

  test('finds a pending approval and approves it without JavaScript', async () => {
    const key = await product.operate('key', 'create', '--email', 'grace@navy.example', '--scopes', 'all');
    const request = restClient(product.url, key);
    const found = await request('POST', '/search/people', { limit: 30 });
    const ids = found.body.data.people.map(({ id }: { id: string }) => id);
    const asked = await request('POST', '/search/people/reveal', { ids });
    expect(asked.status).toBe(202);
    const { id } = asked.body.data.approval;
    const shown = [['', 'approvals', 'Reveal people'] as const, [`/${id}`, 'approval', '30 people'] as const];
    for (const [path, name, text] of shown) {
      await page.goto(`${product.url}/app/approvals${path}`);
      expect(await page.textContent('main')).toContain(text);
      expect(await faultsOnScreens(page, name)).toEqual([]);
    }
    const storageState = await page.context().storageState();
    const plain = await browser.newContext({ storageState, javaScriptEnabled: false });
    const inPlain = await plain.newPage();
    await inPlain.goto(`${product.url}/app/approvals/${id}`);
    await inPlain.getByRole('link', { name: /^Approve/ }).click();
    await inPlain.getByRole('button', { name: /^Approve(?! selected)/ }).click();
    await inPlain.waitForLoadState();
    expect((await request('GET', `/approvals/${id}`)).body.data.state).toBe('executed');
    await plain.close();
  });

  test('gets no script or policy error on any page', () => {
    expect(failures).toEqual([]);
  });
});
