import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { chromiumPath, pageAs, startChromium } from '../testing/pages/chromium.ts';
import { signedIn } from '../testing/pages/signed-in.ts';
import { seedWorld } from '../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { navigationAt } from './frame/navigation.ts';
import { recordTypes } from './shown/record-types.ts';

interface Widths {
  scroll: number;
  seen: number;
}

const phoneWidthMax = 600;

/** SCREENSHOTS=<folder> keeps a picture of each page that is named here. */
const pictures = process.env.SCREENSHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const { main, more } = navigationAt('/app');
const places = [...main, ...more.flatMap((group) => group.places)].map(({ href }) => href);
const signingIn = [
  '/app/security',
  '/app/security/second-step',
  '/app/password',
  '/app/forgotten',
  '/app/notifications',
];
const reference = ['contacts', 'campaigns'].map((area) => `/api/public/v1/docs/${area}`);
const forms = ['/app/do/create_campaign', '/app/do/create_list', '/app/do/connect_mailbox'];

describe.skipIf(chromiumPath === undefined)('pages in a browser', () => {
  let core: TestCore;
  let chrome: Chromium;
  let records: string[];
  let browser: Browser;

  beforeAll(async () => {
    core = await startTestCore();
    const { workspaceId, ids } = await seedWorld(core);
    browser = await signedIn(core, workspaceId);
    await browser.get('/app');
    records = recordTypes.filter(({ hasPage }) => hasPage).map(({ path, idField }) => `${path}/${ids[idField]}`);
    chrome = await startChromium();
  }, 120_000);
  afterAll(async () => {
    await chrome?.close();
    await core.stop();
  });

  function openAt(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
    return pageAs(chrome, browser, { width, colorScheme, bypassCSP: true });
  }

  async function faultsOf(page: Page, path: string): Promise<string[]> {
    await page.goto(core.url + path);
    await page.addScriptTag({ content: axe });
    const faults = await violationsOn(page);
    const wide = [...(await tooWide(page)), ...(await tooWideMagnified(page))];
    const unreadable = await unreadableInOtherScheme(page);
    return [...faults, ...wide, ...unreadable].map((fault) => `${path}: ${fault}`);
  }

  function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
    return page.evaluate(async (runOnly) => {
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself into the window.
      const { violations } = await (globalThis as any).axe.run(runOnly ? { runOnly } : {});
      // biome-ignore lint/suspicious/noExplicitAny: as axe has it.
      return violations.map((one: any) => `${one.id}: ${one.nodes[0].html.slice(0, 150)}`);
    }, rules);
  }

  /** Between light and dark nothing but colours differs. */
  async function unreadableInOtherScheme(page: Page): Promise<string[]> {
    const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
    await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
    const faults = await violationsOn(page, ['color-contrast']);
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
    return faults.map((fault) => `in ${isDark ? 'light' : 'dark'}: ${fault}`);
  }

  async function tooWide(page: Page): Promise<string[]> {
    const { scroll, seen } = await page.evaluate<Widths>(
      '({ scroll: document.documentElement.scrollWidth, seen: innerWidth })',
    );
    return scroll > seen ? [`is ${scroll} px wide on a screen of ${seen}`] : [];
  }

  /** At 200 % a screen has half as many pixels of the page's own. */
  async function tooWideMagnified(page: Page): Promise<string[]> {
    const { width, height } = page.viewportSize()!;
    if (width < phoneWidthMax) return [];
    await page.setViewportSize({ width: width / 2, height: height / 2 });
    const found = await tooWide(page);
    await page.setViewportSize({ width, height });
    return found;
  }

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'are accessible and fit at %i px in %s',
    async (width, scheme) => {
      const page = await openAt(width, scheme);
      const faults: string[] = [];
      if (pictures) mkdirSync(pictures, { recursive: true });
      for (const path of [...places, ...signingIn, ...forms, ...reference, ...records]) {
        faults.push(...(await faultsOf(page, path)));
        const name =
          path
            .replace(/^\/app\/?/, '')
            .replace(/_01.*/, '')
            .replaceAll('/', '-') || 'home';
        if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png` });
      }
      expect(faults).toEqual([]);
    },
    240_000,
  );

  test('placeholders are checked while they are typed', async () => {
    const page = await openAt(1280, 'light');
    await page.goto(`${core.url}/app/do/create_campaign`);
    await page.getByRole('button', { name: 'Add to steps' }).click();
    const subject = page.locator('[name="steps.0.subject"]');
    const hint = page.locator('[id="f-steps.0.subject-hint"]');
    await subject.fill('Hello {{ firstNme }}');
    await expect.poll(() => hint.textContent()).toMatch(/^Unknown placeholder firstNme\. There are /);
    await subject.fill('Hello {{ firstName }');
    await expect.poll(() => hint.textContent()).toMatch(/^The template cannot be read/);
    await subject.fill('Hello {{ firstName }}');
    await expect.poll(() => subject.getAttribute('aria-invalid')).toBeNull();
  });

  test('Escape closes a menu, and Ctrl-K finds an operation by its words', async () => {
    const page = await openAt(1280, 'light');
    await page.goto(`${core.url}/app/contacts`);
    await page.locator('nav summary').click();
    await page.keyboard.press('Escape');
    expect(await page.locator('nav details').getAttribute('open')).toBeNull();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'What do you want to do?' }).fill('create a tag');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/do/create_tag');
    expect(await page.locator('h1').textContent()).toBeTruthy();
  });
});
