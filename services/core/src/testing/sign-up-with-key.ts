import { randomUUID } from 'node:crypto';
import { Browser } from './browser.ts';
import type { TestCore } from './start-test-core.ts';

const password = 'correct horse battery';

/** Signs up a new person in a browser and creates an unattended key with every scope for their workspace. */
export async function signUpWithKey(core: TestCore): Promise<{ browser: Browser; key: string }> {
  const browser = new Browser(core.url);
  await browser.signUp(`${randomUUID()}@example.org`, password);
  return { browser, key: await makeKeyOnPage(browser, { unattended: 'on' }) };
}

/** Creates a key with every scope for the signed-in person. It asks them for approval unless `more` changes that. */
export async function makeKeyOnPage(browser: Browser, more: Record<string, string> = {}): Promise<string> {
  const [page, target] = ['/app/integrations/keys/new', '/app/integrations/keys'];
  const form = await browser.submit(page, target, { name: 'Agent', preset: 'all' });
  const scopes = [...form.html.matchAll(/name="scopes" value="([^"]+)"/g)].map(([, scope]) => scope!);
  const created = await browser.submit(page, target, { name: 'Agent', scopes, password, ...more });
  const key = /obk_live_\w{38}/.exec(created.html)?.[0];
  if (key === undefined) throw new Error(`no key on the page: status ${created.status}`);
  return key;
}
