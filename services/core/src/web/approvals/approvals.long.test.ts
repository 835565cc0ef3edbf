import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { addContact, alwaysOpen } from '../../testing/campaign-setup.ts';
import { chromiumPath, pageAs, startChromium } from '../../testing/pages/chromium.ts';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const pictures = process.env.SCREENSHOTS;
const requests = 13;
const texts = 12;

describe.skipIf(chromiumPath === undefined)('approvals in a browser', () => {
  let core: TestCore;
  let chrome: Chromium;
  let browser: Browser;
  let page: Page;
  let key: string;
  let unattended: string;

  async function campaign(name: string, more: object = {}, people = 1) {
    const steps = [{ subject: 'Hello {{ firstName }}', body: `A question about ${name}.` }];
    const body = { name, steps, window: alwaysOpen, ...more };
    const { id } = (await core.request('POST', '/campaigns', { key, body })).body.data;
    const contactIds: string[] = [];
    for (let number = 0; number < people; number += 1) contactIds.push(await addContact(core, {}, key));
    await core.request('POST', `/campaigns/${id}/enrollments`, { key, body: { contactIds } });
    return id as string;
  }

  beforeAll(async () => {
    core = await startTestCore();
    ({ browser, key: unattended } = await signUpWithKey(core));
    key = await makeKeyOnPage(browser);
    await core.request('PATCH', '/settings', { key, body: { postalAddress: '1 Long Street, London' } });
    for (let number = 0; number < requests; number += 1) {
      const id = await campaign(`Autumn ${number}`);
      await core.request('POST', `/campaigns/${id}/launch`, { key, idempotencyKey: id, body: {} });
    }
    for (let number = 0; number < texts; number += 1) {
      const id = await campaign(`Winter ${number}`, { approval: 'each_message' }, number === 0 ? 48 : 1);
      await core.request('POST', `/campaigns/${id}/launch`, { key: unattended, body: {} });
    }
    chrome = await startChromium();
    page = await pageAs(chrome, browser, { width: 1440, colorScheme: 'light' });
  }, 240_000);
  afterAll(async () => {
    await chrome?.close();
    await core.stop();
  });

  async function picture(name: string) {
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
  }

  test('48 messages of one text are one row, on a page that is one window high', async () => {
    await page.goto(`${core.url}/app/approvals`);
    expect(await page.locator('[data-row]').count()).toBe(requests + texts);
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(900);
    await page.locator('[data-row]').filter({ hasText: '+47' }).locator('a').click();
    await page.getByText('1 of 48').waitFor();
    await picture('approvals-messages');
    const second = await page.locator('.mail').textContent();
    await page.keyboard.press('ArrowRight');
    await page.getByText('2 of 48').waitFor();
    expect(await page.locator('.mail').textContent()).not.toBe(second);
  }, 60_000);

  test('25 approvals take two keys each, and no page is loaded', async () => {
    await page.goto(`${core.url}/app/approvals`);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.locator('[data-row] a[data-htmx-powered]').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('[data-row][aria-current]').waitFor();
    await picture('approvals-request');
    for (let left = requests + texts; left > 0; left -= 1) {
      const open = await page.locator('[data-row][aria-current]').getAttribute('id');
      await page.keyboard.press('a');
      await page.locator('[data-focus]:focus').waitFor();
      if (left === requests + texts) await picture('approvals-asked');
      await page.keyboard.press('Enter');
      await page.locator(`#${open}`).waitFor({ state: 'detached' });
      expect(await page.locator('[data-row]').count()).toBe(left - 1);
    }
    expect(loads).toBe(0);
    await page.getByText('No pending approvals.').waitFor();
    const running = (await core.request('GET', '/campaigns?state=running&limit=100', { key })).body.data;
    expect(running).toHaveLength(requests + texts);
    const pending = (await core.request('GET', '/messages?state=awaiting_approval', { key })).body.data;
    expect(pending).toHaveLength(0);
  }, 120_000);
});
