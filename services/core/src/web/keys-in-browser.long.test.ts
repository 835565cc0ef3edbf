import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { chromiumPath, pageAs, startChromium } from '../testing/pages/chromium.ts';
import { signedIn } from '../testing/pages/signed-in.ts';
import { seedWorld } from '../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';

describe.skipIf(chromiumPath === undefined)('keys in a browser', () => {
  let core: TestCore;
  let chrome: Chromium;
  let browser: Browser;

  beforeAll(async () => {
    core = await startTestCore();
    browser = await signedIn(core, (await seedWorld(core)).workspaceId);
    await browser.get('/app');
    chrome = await startChromium();
  }, 120_000);
  afterAll(async () => {
    await chrome?.close();
    await core.stop();
  });

  function open(): Promise<Page> {
    return pageAs(chrome, browser, { width: 1280, colorScheme: 'light', bypassCSP: true });
  }

  test('Escape closes a menu and returns the focus, and Ctrl-K finds an operation by its words', async () => {
    const page = await open();
    await page.goto(`${core.url}/app/contacts`);
    const opener = page.locator('nav .side-top');
    await opener.click();
    expect(await page.locator('#menu-workspace').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('#menu-workspace').isVisible()).toBe(false);
    expect(await page.evaluate(`document.activeElement.matches('.side-top')`)).toBe(true);
    await page.keyboard.press('Control+k');
    const input = page.getByRole('dialog').getByRole('combobox');
    await input.fill('create a tag');
    const options = page.getByRole('dialog').getByRole('option');
    await options.filter({ hasText: /^Create a tag$/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    const second = await options.nth(1).getAttribute('id');
    expect(await input.getAttribute('aria-activedescendant')).toBe(second);
    await page.keyboard.press('ArrowUp');
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/do/create_tag');
    expect(await page.locator('h1').textContent()).toBeTruthy();
  });

  test('keys move through a table, select rows, and show a contact beside it', async () => {
    const page = await open();
    await page.goto(`${core.url}/app/contacts`);
    const nameAt = (row: number) => page.locator('tbody tr').nth(row).locator('.name a');
    const isFocused = (row: number) =>
      page.evaluate(`document.querySelectorAll('tbody tr')[${row}].contains(document.activeElement)`);
    await page.keyboard.press('j');
    expect(await isFocused(0)).toBe(true);
    await page.keyboard.press('Shift+J');
    expect(await isFocused(1)).toBe(true);
    expect(await page.locator('tbody [type=checkbox]').nth(1).isChecked()).toBe(true);
    await page.keyboard.press('x');
    expect(await page.locator('tbody [type=checkbox]').nth(1).isChecked()).toBe(false);
    const drawer = page.getByRole('region', { name: 'Contact', exact: true });
    await page.locator('tbody [type=checkbox]').nth(1).focus();
    await page.keyboard.press('Space');
    expect(await page.locator('tbody [type=checkbox]').nth(1).isChecked()).toBe(true);
    expect(await drawer.isVisible()).toBe(false);
    await nameAt(1).focus();
    await page.keyboard.press('Space');
    await drawer
      .getByText(((await nameAt(1).locator('bdi').first().textContent()) ?? '').trim())
      .first()
      .waitFor();
    expect(await isFocused(1)).toBe(true);
    await page.keyboard.press('ArrowUp');
    await drawer
      .getByText(((await nameAt(0).locator('bdi').first().textContent()) ?? '').trim())
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await drawer.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/contacts/con_*');
  });

  test('lists the keys of a page, opens pages by key, and heeds that someone turned keys off', async () => {
    const page = await open();
    await page.goto(`${core.url}/app/contacts`);
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await list.textContent()).toMatch(/fFilter[\s\S]+gcCampaigns/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL('**/app/campaigns');
    await page.goto(`${core.url}/app/profile`);
    await page.getByRole('group', { name: 'Single-key shortcuts' }).getByLabel('Off').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL('**/app/profile?notice=*');
    await page.goto(`${core.url}/app/contacts`);
    expect(await page.locator('[data-key]').count()).toBe(0);
    for (const key of ['?', 'g', 'c', 'f']) await page.keyboard.press(key);
    expect(await list.isVisible()).toBe(false);
    expect(page.url()).toBe(`${core.url}/app/contacts`);
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
  });
});
