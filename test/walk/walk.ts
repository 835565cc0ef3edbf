import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { chromiumPath, noBrowser, startBrowser } from '../harness/browser.ts';
import { startProduct } from '../harness/product.ts';
import { WebSession } from '../harness/web-session.ts';
import { fillWorkspace } from '../screenshots/fill-workspace.ts';
import { everydayWork, type Step } from './everyday-work.ts';

// `npm run walk`: a person's everyday work in a browser, on a computer and a phone, in light and dark, and without
// JavaScript. With a folder, it saves a picture after each step. Fails if a step fails or doesn't fit the screen.
const [folder] = process.argv.slice(2);
const stepMs = 60_000;

const ways: Record<string, BrowserContextOptions> = {
  computer: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  'no-script': { viewport: { width: 1280, height: 900 }, colorScheme: 'dark', javaScriptEnabled: false },
};

async function signedInPage(options: BrowserContextOptions, account: { email: string; password: string }) {
  const context = await chrome.newContext({ ...options, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
  context.setDefaultTimeout(stepMs / 3);
  const page = await context.newPage();
  await page.goto(`${product.url}/app/sign-in`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${product.url}/app`);
  return page;
}

/** Null if it worked; otherwise the problem. */
async function faultOf(page: Page, way: string, { name, walk }: Step): Promise<string | null> {
  try {
    await walk(page, { url: product.url, isScripted: way !== 'no-script' });
    const { width } = page.viewportSize()!;
    const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
    return wide > width ? `is ${wide} px wide on a screen of ${width}` : null;
  } catch (error) {
    return `${String(error).split('\n').slice(0, 3).join(' ')} at ${page.url()}`;
  } finally {
    if (folder)
      await page.screenshot({ path: join(folder, `${way}-${name.replaceAll(' ', '-')}.png`), fullPage: true });
  }
}

if (chromiumPath === undefined) throw new Error(noBrowser);
if (folder) mkdirSync(folder, { recursive: true });
const product = await startProduct();
const chrome = await startBrowser();
let faults = 0;
try {
  for (const [way, options] of Object.entries(ways)) {
    const account = { email: `${way}@analytical.example`, password: 'correct horse battery staple' };
    const person = { ...account, name: 'Ada Lovelace', workspaceName: 'Analytical Engines', next: '/app' };
    await new WebSession(product.url).submit('/app/sign-up', '/app/sign-up', person);
    const made = ['key', 'create', '--email', account.email, '--scopes', 'all', '--unattended'];
    await fillWorkspace(product.url, await product.operate(...made));
    const page = await signedInPage(options, account);
    for (const step of everydayWork) {
      const startedAt = performance.now();
      const fault = await faultOf(page, way, step);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      if (fault !== null) faults += 1;
      process.stdout.write(
        `${way.padEnd(10)} ${seconds.padStart(5)} s  ${step.name}${fault === null ? '' : `: ${fault}`}\n`,
      );
    }
    await page.context().close();
  }
} finally {
  await chrome.close();
  await product.stop();
}
process.stdout.write(`${faults === 0 ? 'All went.' : `${faults} failed.`}\n`);
process.exitCode = faults === 0 ? 0 : 1;
