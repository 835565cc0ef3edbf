import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
let key: string;

beforeAll(async () => {
  core = await startTestCore();
});
beforeEach(async () => {
  ({ browser, key } = await signUpWithKey(core));
});
afterAll(() => core.stop());

async function api(path: string, body: object = {}) {
  const answer = await core.request('POST', path, { key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

const compiler = {
  name: 'Compiler <Works>',
  domain: 'compiler.example',
  websiteUrl: 'https://www.compiler.example/',
  industry: 'Software',
  employeeCount: 120,
  description: 'Makes <compilers>.',
  technologies: ['COBOL', 'FLOW-MATIC'],
  location: { city: 'Philadelphia', country: 'US' },
  customFields: { tier: 'gold' },
};

test('an empty list explains how to add companies', async () => {
  const { html } = await browser.get('/app/companies');
  expect(html).toContain('No companies yet');
  expect(html).toMatch(/href="\/app\/companies"[^>]* aria-current="page"/);
});

test('the list shows the companies and can be searched by name', async () => {
  const company = await api('/companies', compiler);
  await api('/companies', { name: 'Engines', domain: 'engines.example' });
  const all = await browser.get('/app/companies');
  expect(all.html.indexOf('Engines')).toBeLessThan(all.html.indexOf('Compiler &lt;Works&gt;'));
  const { html } = await browser.get('/app/companies?q=compil');
  expect(html).toContain(`href="/app/companies/${company.id}"`);
  for (const text of ['compiler.example', 'Software', '120', 'United States']) expect(html).toContain(text);
  expect(html).not.toContain('engines.example');
  expect((await browser.get('/app/companies?q=nobody')).html).toContain('No companies match these filters.');
});

test('the page of a company shows its facts and its contacts', async () => {
  const company = await api('/companies', compiler);
  const contact = await api('/contacts', { email: 'grace@compiler.example', companyDomain: compiler.domain });
  await api('/contacts', { email: 'alan@machine.example', firstName: 'Alan' });
  const { html } = await browser.get(`/app/companies/${company.id}`);
  const shown = [
    'Compiler &lt;Works&gt;',
    'Makes &lt;compilers&gt;.',
    'href="https://www.compiler.example/"',
    'COBOL, FLOW-MATIC',
    'Philadelphia, United States',
    '<dt>tier</dt><dd>gold</dd>',
    `href="/app/contacts/${contact.id}"`,
  ];
  for (const text of shown) expect(html).toContain(text);
  expect(html).not.toContain('alan@machine.example');
});

test("another workspace's company looks like a missing one", async () => {
  const { id } = await api('/companies', compiler);
  const stranger = await signUpWithKey(core);
  for (const path of [`/app/companies/${id}`, '/app/companies/com_01ARZ3NDEKTSV4RRFFQ69G5FAV']) {
    expect((await stranger.browser.get(path)).status).toBe(404);
  }
  expect((await stranger.browser.get('/app/companies')).html).toContain('No companies yet');
});
