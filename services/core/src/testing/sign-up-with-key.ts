import { randomUUID } from 'node:crypto';
import { Browser } from './browser.ts';
import type { TestCore } from './start-test-core.ts';

/** Signs a new person up in a browser, and makes a key with every scope for their workspace. */
export const signUpWithKey = async (core: TestCore): Promise<{ browser: Browser; key: string }> => {
  const browser = new Browser(core.url);
  await browser.signUp(`${randomUUID()}@example.org`);
  const [page, target] = ['/app/integrations/keys/new', '/app/integrations/keys'];
  const form = await browser.submit(page, target, { name: 'Agent', preset: 'all' });
  const scopes = [...form.html.matchAll(/name="scopes" value="([^"]+)"/g)].map(([, scope]) => scope!);
  const created = await browser.submit(page, target, { name: 'Agent', scopes });
  const key = /obk_live_\w{38}/.exec(created.html)?.[0];
  if (key === undefined) throw new Error(`no key on the page: status ${created.status}`);
  return { browser, key };
};
