import { existsSync } from 'node:fs';
import { type Browser as Chromium, chromium, type Page } from 'playwright-core';
import type { Browser } from '../browser.ts';

export const chromiumPath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

export function startChromium(): Promise<Chromium> {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath: chromiumPath, args });
}

export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  /** Allows scripts injected by a test. The pages themselves allow no external scripts. */
  bypassCSP?: boolean;
}

/** Beside other tests, a page can take many times as long as alone. */
const patientMs = 120_000;

/** Opens a real browser page, signed in like the given plain browser. */
export async function pageAs(
  chrome: Chromium,
  { url, cookies }: Pick<Browser, 'url' | 'cookies'>,
  { width, ...look }: Look = { width: 1280, colorScheme: 'light' },
): Promise<Page> {
  const context = await chrome.newContext({ viewport: { width, height: 900 }, ...look });
  context.setDefaultTimeout(patientMs);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  return context.newPage();
}
