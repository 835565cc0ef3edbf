import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { addContact, launchCampaign } from '../../testing/campaign-setup.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
beforeAll(async () => {
  core = await startTestCore();
  browser = await signedIn(core, core.workspaceId);
});
afterAll(() => core.stop());

async function get(path: string) {
  return core.request('GET', path);
}

/** Clicks the button of an operation on a page, more than once if wanted. */
async function click(page: string, action: string, clicks = 1) {
  const { html } = await browser.get(page);
  const value = new RegExp(`name="href" value="(/app/do/${action}\\?[^"]*)"`).exec(html)?.[1];
  if (value === undefined) throw new Error(`${page} has no button for ${action}`);
  const href = value.replaceAll('&amp;', '&').replaceAll('&#38;', '&');
  const _key = /name="_key" value="([^"]+)"/.exec(html)![1]!;
  let last = await browser.submit(page, '/app/now', { href, _key });
  for (let more = 1; more < clicks; more += 1) last = await browser.submit(page, '/app/now', { href, _key });
  return last;
}

async function undo(page: string) {
  const { html } = await browser.get(page);
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1];
  if (token === undefined) throw new Error('the page offers no undo');
  return browser.submit(page, '/app/undo', { token, back: page });
}

test('a contact is deleted with one click, and comes back with Undo', async () => {
  const id = await addContact(core, { firstName: 'Ida' });
  const { location } = await click(`/app/contacts/${id}`, 'delete_contact');
  expect(location).toBe('/app/contacts');
  expect((await get(`/contacts/${id}`)).status).toBe(404);
  await undo('/app/contacts');
  expect((await get(`/contacts/${id}`)).body.data.firstName).toBe('Ida');
});

test('a template, a snippet, and a view are deleted with one click, and come back with their contents', async () => {
  const made = {
    templates: { name: 'Intro', subject: 'Hello', body: 'Hi there.' },
    snippets: { name: 'Call', body: 'Ten minutes?' },
    views: { name: 'New ones', kind: 'contacts', where: { field: 'stage', op: 'eq', value: 'new' }, isShared: true },
  };
  for (const [path, body] of Object.entries(made)) {
    await core.request('POST', `/${path}`, { body });
    await click(`/app/${path}`, `delete_${path.slice(0, -1)}`);
    expect((await get(`/${path}`)).body.data, path).toEqual([]);
    await undo(`/app/${path}`);
    expect((await get(`/${path}`)).body.data, path).toMatchObject([body]);
  }
});

test('the second of two clicks offers the undo of the first one', async () => {
  await core.request('POST', '/templates', { body: { name: 'Twice', subject: 'Hello', body: 'Hi there.' } });
  expect((await click('/app/templates', 'delete_template', 2)).location).toBe('/app/templates');
  await undo('/app/templates');
  expect((await get('/templates')).body.data.map(({ name }: { name: string }) => name)).toContain('Twice');
});

test('a campaign is paused with one click; resuming asks', async () => {
  const { campaignId } = await launchCampaign(core, 1);
  const path = `/app/campaigns/${campaignId}`;
  expect((await click(path, 'pause_campaign')).location).toBe(path);
  expect((await get(`/campaigns/${campaignId}`)).body.data.state).toBe('paused');
  const { html } = await browser.get(path);
  expect(html).toContain(`href="/app/do/resume_campaign?campaignId=${campaignId}`);
});

test('other operations, and records of another workspace, are rejected', async () => {
  const id = await addContact(core);
  for (const href of [`/app/do/erase_contact?contactId=${id}`, '/app/do/none', 'https://evil.example/app/do/x'])
    expect((await browser.submit('/app/contacts', '/app/now', { href })).status, href).toBe(404);
  const stranger = await signedIn(core, (await core.addWorkspace()).workspaceId);
  await stranger.submit('/app/contacts', '/app/now', { href: `/app/do/delete_contact?contactId=${id}&back=/app` });
  expect((await get(`/contacts/${id}`)).status).toBe(200);
});
