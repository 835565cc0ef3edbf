import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { chromiumPath, pageAs, startChromium } from '../testing/pages/chromium.ts';
import { signedIn } from '../testing/pages/signed-in.ts';
import { seedWorld } from '../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { colorTokens } from './design/tokens.ts';
import { allPlaces as places } from './frame/navigation.ts';
import { recordTypes } from './shown/record-types.ts';

/** Formats a color like a browser: "rgb(47, 85, 221)". */
function asComputed(color: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}

/** Sizes and colors of visible elements. Browsers draw the insides of their own controls. */
const usedStyles = `(() => {
  const sizes = new Set();
  const colors = new Set();
  for (const element of document.body.querySelectorAll('*:not(option, input[type=checkbox], input[type=radio], progress, iframe)')) {
    if (!element.checkVisibility() || element.closest('[popover]')) continue;
    const { fontSize, color, backgroundColor } = getComputedStyle(element);
    if ([...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) {
      sizes.add(Math.round(Number.parseFloat(fontSize) * 100) / 100);
      colors.add(color);
    }
    if (!backgroundColor.endsWith(', 0)')) colors.add(backgroundColor);
  }
  return { sizes: [...sizes], colors: [...colors] };
})()`;

interface Widths {
  scroll: number;
  seen: number;
}

const phoneWidthMax = 600;

/** SCREENSHOTS=<folder> saves a picture of each page listed here. */
const pictures = process.env.SCREENSHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const signingIn = [
  '/app/security',
  '/app/security/second-step',
  '/app/password',
  '/app/forgotten',
  '/app/notifications',
  '/app/privacy',
  '/app/terms',
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
    return [...faults, ...wide, ...(await foreignStyles(page)), ...unreadable].map((fault) => `${path}: ${fault}`);
  }

  function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
    return page.evaluate(async (runOnly) => {
      // biome-ignore lint/suspicious/noExplicitAny: axe adds itself to the window.
      const { violations } = await (globalThis as any).axe.run(runOnly ? { runOnly } : {});
      // biome-ignore lint/suspicious/noExplicitAny: axe defines this type.
      return violations.map((one: any) => `${one.id}: ${one.nodes[0].html.slice(0, 150)}`);
    }, rules);
  }

  /** Only colors differ between light and dark. */
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

  /** Text sizes and colors that are not tokens. */
  async function foreignStyles(page: Page): Promise<string[]> {
    const isPhone = page.viewportSize()!.width < phoneWidthMax;
    const sizes = isPhone ? [9, 12, 13, 15, 16, 17, 20, 24] : [9, 11, 12, 13, 14, 15, 20, 24];
    const colors = colorTokens().flatMap(({ light, dark }) => [light, dark].map(asComputed));
    const used = await page.evaluate<{ sizes: number[]; colors: string[] }>(usedStyles);
    return [
      ...used.sizes.filter((size) => !sizes.includes(size)).map((size) => `has text of ${size} px`),
      ...used.colors.filter((color) => !colors.includes(color)).map((color) => `has the color ${color}`),
    ];
  }

  /** At 200 %, a screen has half as many CSS pixels. */
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
    540_000,
  );

  test('checks placeholders during typing', async () => {
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

  test.each([
    [1024, 900],
    [1280, 900],
    [1366, 768],
    [1440, 900],
    [1600, 900],
    [1920, 1080],
    [390, 844],
    [640, 450],
  ])(
    'every menu fits into a window of %i by %i px, and its page keeps its width',
    async (width, height) => {
      const page = await openAt(width, 'light');
      await page.setViewportSize({ width, height });
      const outside: string[] = [];
      for (const path of ['/app', '/app/contacts', '/app/inbox', '/app/settings', ...records]) {
        await page.goto(core.url + path);
        for (const opener of await page.locator('[popovertarget]:visible').all()) {
          await opener.click();
          const name = `${path} ${await opener.getAttribute('popovertarget')}`;
          outside.push(...(await outsideOf(page)).map((where) => `${name}: ${where}`));
          await page.keyboard.press('Escape');
        }
      }
      expect(outside).toEqual([]);
    },
    180_000,
  );

  /** Edges where an open menu, or the page under it, exceeds the window. */
  function outsideOf(page: Page): Promise<string[]> {
    return page.evaluate<string[]>(`(() => {
      const { left, top, right, bottom } = document.querySelector('[popover]:popover-open').getBoundingClientRect();
      const found = [];
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
        found.push([left, top, right, bottom].map(Math.round).join(' '));
      if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider');
      return found;
    })()`);
  }

  test('a live page keeps the selected rows and the field that is being typed in', async () => {
    const page = await openAt(1280, 'light');
    await page.goto(`${core.url}/app/inbox`);
    const search = page.getByRole('searchbox', { name: 'Search replies' });
    await search.fill('half a wo');
    await page.evaluate(`document.querySelector('main').dispatchEvent(new Event('stale'))`);
    await page.waitForResponse((response) => response.url().endsWith('/app/inbox') && response.ok());
    expect(await search.inputValue()).toBe('half a wo');
    expect(await page.evaluate('document.activeElement.name')).toBe('q');
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.locator('nav.side').count()).toBe(1);
  });
});
