import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { textOf } from '../../testing/pages/html-form.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
beforeAll(async () => {
  core = await startTestCore();
  browser = await signedIn(core, core.workspaceId);
});
afterAll(() => core.stop());

function hrefs(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(/href="(\/app\/find\?[^"]+)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => pattern.test(href));
}
function totalOf(html: string): number {
  return Number(/class="num">(\d+) (?:person|people)</.exec(html)?.[1]);
}

test('finds people by plain words, narrows and pages the results, and reveals people', async () => {
  const { html } = await browser.get('/app/find?description=heads+of+sales+at+logistics+companies+in+Germany');
  const total = totalOf(html);
  expect(total).toBeGreaterThan(10);
  const [narrower] = hrefs(html, /description=[^&]*&(?!cursor)/);
  const { html: narrowed } = await browser.get(narrower!);
  expect(totalOf(narrowed)).toBeGreaterThan(0);
  expect(totalOf(narrowed)).toBeLessThan(total);
  const { html: all } = await browser.get('/app/find?seniorities=c_suite');
  const [more] = hrefs(all, /cursor=/);
  const { html: second } = await browser.get(more!);
  const idsIn = (page: string) => [...page.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id!);
  expect(idsIn(second).length).toBeGreaterThan(0);
  expect(idsIn(second).filter((id) => idsIn(all).includes(id))).toEqual([]);
  expect(hrefs(second, /^(?!.*cursor=).*seniorities=c_suite$/)).not.toEqual([]);
  const { location } = await browser.get(`/app/find/reveal?id=${idsIn(all)[0]}&id=${idsIn(all)[1]}`);
  const plan = await browser.get(location!);
  expect(textOf(plan.html)).toContain('2 selected');
});

test('shows what it understood as preferences, which can be required or removed', async () => {
  const { html } = await browser.get('/app/find?description=heads+of+operations+at+logistics+companies+in+Germany');
  for (const chip of [
    /Title\s*preferred\s*Heads of operations/,
    /Industry\s*preferred\s*Logistics/,
    /Country\s*preferred\s*Germany/,
  ])
    expect(textOf(html)).toMatch(chip);
  const [required] = hrefs(html, /countries=DE/);
  const { html: narrowed } = await browser.get(required!);
  expect(textOf(narrowed)).toMatch(/Country\s*required\s*Germany/);
  expect(narrowed.match(/, Germany</g)?.length).toBe(25);
  const [preferred] = hrefs(narrowed, /^(?!.*countries).*in\+Germany$/);
  expect(textOf((await browser.get(preferred!)).html)).toMatch(/Country\s*preferred\s*Germany/);
  const [anywhere] = hrefs(html, /logistics\+companies$/);
  expect(textOf((await browser.get(anywhere!)).html)).not.toContain('preferred Germany');
});
