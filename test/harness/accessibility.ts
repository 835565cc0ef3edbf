import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** SCREENSHOTS=<folder> saves a picture of each checked page. */
const pictures = process.env.SCREENSHOTS;
const ownerOfAxe = new URL('../../services/core/package.json', import.meta.url);
const axe = readFileSync(createRequire(ownerOfAxe).resolve('axe-core/axe.min.js'), 'utf8');

const screens = [
  [1280, 'light'],
  [390, 'dark'],
] as const;

/** Accessibility problems of the open page, including those on small screens. */
export async function faultsOnScreens(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, colorScheme] of screens) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    if (pictures) await page.screenshot({ path: join(pictures, `${name}-${width}.png`), fullPage: true });
    const found = await page.evaluate<string[]>(
      `${axe}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 150)))`,
    );
    const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    faults.push(...found, ...(isTooWide ? ['is wider than the screen'] : []));
  }
  return faults.map((fault) => `${name}: ${fault}`);
}
