import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const chromiumPath = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));

/** Reason of tests that are skipped without a browser. */
export const noBrowser = 'no Chromium on this machine (set CHROMIUM_PATH): the browser tests are skipped';

export function startBrowser(furtherArgs: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...furtherArgs,
    ],
  });
}
