import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { signedIn } from '../testing/pages/signed-in.ts';
import { seedWorld } from '../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { allPlaces } from './frame/navigation.ts';
import { pageRoutes } from './index.ts';
import { recordTypes } from './shown/record-types.ts';

let core: TestCore;
let browser: Browser;
beforeAll(async () => {
  core = await startTestCore();
  browser = await signedIn(core, (await seedWorld(core)).workspaceId);
});
afterAll(() => core.stop());

/** Pages that no link of a signed-in owner leads to, and how people get there. */
const apart: Record<string, string> = {
  '/app/sign-up': 'before signing in',
  '/app/sign-in': 'before signing in',
  '/app/forgotten': 'before signing in',
  '/app/sign-up/confirm': 'a link in a mail',
  '/app/reset': 'a link in a mail',
  '/app/join/:token': 'a link in a mail',
  '/app/oauth/sign-in': 'the gateway sends people there',
  '/app/mailboxes/connect/:provider': 'a button of the page that connects mailboxes',
  '/app/mailboxes/deliverability/:mailboxId': 'loaded by the page of the domains',
  '/app/mailboxes/oauth/callback': 'Google and Microsoft send people there',
  '/app/design': 'for those who work on the pages',
  '/app/live': 'events for the script of a page',
  '/app/drafts': 'for the script of a form',
  '/app/import/:uploadId': 'where the form of a file goes',
  '/app/side-views': 'loaded by the sidebar',
  '/app/view-tabs': 'loaded by a table with saved views',
  '/app/commands.json': 'for the script of the palette',
  '/app/campaigns/:campaignId/report': 'a tab of a campaign once it is launched',
  '/app/replies': 'the former address of the inbox',
  '/app/find/reveal': 'where the form of found people goes',
  '/app/approvals/:approvalId/people/:contactId': 'linked from an approval with a manifest',
  '/app/manifests/:manifestId': 'linked from a launched campaign',
  '/app/manifests/:manifestId/people/:contactId': 'linked from a manifest',
};

/** pages.test.ts opens each entry of these tables. */
const madeFromTables = [...allPlaces, ...recordTypes.map(({ path }) => `${path}/:id`)];

/** Path before the first parameter, because the rest differs from record to record. */
function fixedPart(pattern: string): string {
  return pattern.split(/\/?[:{]/)[0]!;
}

interface Route {
  pattern: string;
  match(path: string): boolean;
}

function routes(): Route[] {
  const layers = pageRoutes(core.deps).stack.filter(
    ({ methods }) => methods.includes('GET') && !methods.includes('POST'),
  );
  return layers
    .map((layer) => ({ pattern: String(layer.path), match: (path: string) => layer.match(path) }))
    .filter(({ pattern }) => pattern.startsWith('/app'));
}

/** Follows links within the application, one of each kind, and includes the targets of forms. */
async function crawl(all: Route[]): Promise<Set<string>> {
  const reached = new Set<string>();
  const formTargets = new Set<string>();
  const waiting = ['/app'];
  for (let href = waiting.pop(); href !== undefined; href = waiting.pop()) {
    const [path = ''] = href.split('?');
    const route = all.find(({ match }) => match(path));
    if (route === undefined || reached.has(route.pattern)) continue;
    reached.add(route.pattern);
    const { status, html, location } = await browser.get(href);
    expect(status, href).toBeLessThan(400);
    const linked = (attributes: string) =>
      [...html.matchAll(new RegExp(`(?:${attributes})="(/app[^"#]*)"`, 'g'))].map(([, to]) =>
        to!.replaceAll('&amp;', '&'),
      );
    for (const form of linked('action|formaction'))
      formTargets.add(all.find(({ match }) => match(form))?.pattern ?? form);
    const links = linked('href|data-[\\w-]+');
    waiting.push(...links, ...(location?.startsWith('/app') ? [location] : []));
  }
  return new Set([...reached, ...formTargets]);
}

test('links lead from the first page to every page, and a test names each hand-made page', async () => {
  const all = routes();
  const reached = await crawl(all);
  const patterns = all.map(({ pattern }) => pattern);
  expect(patterns.length).toBeGreaterThan(40);
  const lost = patterns.filter((pattern) => !reached.has(pattern) && apart[pattern] === undefined);
  expect(lost, 'linked from nowhere: give it a place in navigation.ts, a link, or a line in `apart`').toEqual([]);
  const tests = globSync(['services/core/src/**/*.test.ts', 'test/**/*.ts'])
    .map((file) => readFileSync(file, 'utf8'))
    .join();
  const untested = patterns.filter(
    (pattern) => !madeFromTables.includes(pattern) && !tests.includes(fixedPart(pattern)),
  );
  expect(untested, 'named by no test').toEqual([]);
});
