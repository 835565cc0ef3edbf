import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from '../../testing/browser.ts';
import { addContact, launchCampaign } from '../../testing/campaign-setup.ts';
import { HtmlForm } from '../../testing/pages/html-form.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
beforeAll(async () => {
  core = await startTestCore();
  browser = await signedIn(core, core.workspaceId);
});
afterAll(() => core.stop());

type Fields = Record<string, string | string[]>;

async function data(path: string) {
  return (await core.request('GET', path)).body.data;
}

async function formOf(action: string, ids: Record<string, string>, fields: Fields): Promise<HtmlForm> {
  const query = new URLSearchParams({ ...ids, back: '/app/lists' });
  const form = new HtmlForm((await browser.get(`/app/do/${action}?${query}`)).html, `/app/do/${action}`);
  for (const [name, value] of Object.entries(fields)) form.fill(name, [value].flat());
  return form;
}

async function fill(action: string, ids: Record<string, string>, fields: Fields): Promise<Page> {
  const form = await formOf(action, ids, fields);
  return browser.post(form.action, form.body());
}

/** Clicks Undo, more than once if wanted. */
async function undo(clicks = 1): Promise<string> {
  const { html } = await browser.get('/app/lists');
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1];
  if (token === undefined) throw new Error('the page offers no undo');
  for (let click = 0; click < clicks; click += 1)
    await browser.submit('/app/lists', '/app/undo', { token, back: '/app/lists' });
  return (await browser.get('/app/lists')).html;
}

test('a changed template is saved by its form, and Undo brings its former values back, empty ones too', async () => {
  const before = { name: 'Intro', body: 'Hi there. '.repeat(800).trim() };
  const { id } = (await core.request('POST', '/templates', { body: before })).body.data;
  const { status, location } = await fill('update_template', { templateId: id }, { subject: 'Hello', body: 'Short.' });
  expect([status, location]).toEqual([302, '/app/lists']);
  expect(await data('/templates')).toMatchObject([{ subject: 'Hello', body: 'Short.' }]);
  await undo();
  expect(await data('/templates')).toMatchObject([{ ...before, subject: null }]);
});

test('Undo leaves a record alone that someone changed since', async () => {
  const { id } = (await core.request('POST', '/snippets', { body: { name: 'Call', body: 'Ten minutes?' } })).body.data;
  await fill('update_snippet', { snippetId: id }, { body: 'Twenty minutes?' });
  await core.request('PATCH', `/snippets/${id}`, { body: { body: 'An hour?' } });
  expect(await undo()).toContain('This cannot be undone any more');
  expect(await data('/snippets')).toMatchObject([{ body: 'An hour?' }]);
});

test('a new record is stored once by two clicks, and Undo removes it', async () => {
  const form = await formOf('create_list', {}, { name: 'Carriers', kind: 'static' });
  const done = await Promise.all([browser.post(form.action, form.body()), browser.post(form.action, form.body())]);
  done.push(await browser.post(form.action, form.body()));
  expect(done.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(await data('/lists')).toHaveLength(1);
  await undo();
  expect(await data('/lists')).toEqual([]);
});

test('two clicks on a change show its result', async () => {
  const contactId = await addContact(core, { firstName: 'Ida' });
  const form = await formOf('update_contact', { contactId }, { firstName: 'Ada' });
  const clicks = [browser.post(form.action, form.body()), browser.post(form.action, form.body())];
  for (const { status } of await Promise.all(clicks)) expect(status).toBe(302);
  expect(await undo()).toContain('Undone.');
  expect((await data(`/contacts/${contactId}`)).firstName).toBe('Ida');
});

test('bad input keeps the form with its error; the corrected form is saved', async () => {
  const contactId = await addContact(core);
  const { status, html } = await fill('update_contact', { contactId }, { email: 'no address' });
  expect(status).toBe(422);
  const again = new HtmlForm(html, '/app/do/update_contact');
  expect(again.valueOf('email')).toBe('no address');
  again.fill('email', ['ida@people.example']);
  expect((await browser.post(again.action, again.body())).status).toBe(302);
  expect((await data(`/contacts/${contactId}`)).email).toBe('ida@people.example');
});

test('a tag is added to the contacts that lack it, and Undo leaves it on the others', async () => {
  const [one, other] = [await addContact(core), await addContact(core)];
  await core.request('POST', '/contacts/tag', { body: { contactIds: [other], tags: ['vip'] } });
  await fill('tag_contacts', { contactIds: `${one}\n${other}` }, { tags: 'vip' });
  expect((await data(`/contacts/${one}`)).tags).toEqual(['vip']);
  await undo();
  expect((await data(`/contacts/${one}`)).tags).toEqual([]);
  expect((await data(`/contacts/${other}`)).tags).toEqual(['vip']);
});

test('a stage changes immediately, unless it ends a sequence: then its plan comes first', async () => {
  const contactId = await addContact(core);
  expect((await fill('set_contact_stage', { contactId }, { stage: 'customer' })).status).toBe(302);
  await undo();
  expect((await data(`/contacts/${contactId}`)).stage).toBe('new');
  const { contactIds } = await launchCampaign(core, 1);
  const asked = await fill('set_contact_stage', { contactId: contactIds[0]! }, { stage: 'customer' });
  expect(asked.html).toContain('name="wish"');
  expect((await data(`/contacts/${contactIds[0]}`)).stage).not.toBe('customer');
});

test('a form that is sent twice changes a stage once, and Undo brings the former one back', async () => {
  const contactId = await addContact(core);
  const form = await formOf('set_contact_stage', { contactId }, { stage: 'customer' });
  const clicks = [1, 2].map(() => browser.post(form.action, form.body()));
  expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual([302, 302]);
  expect((await browser.post(form.action, form.body())).status).toBe(302);
  expect((await data(`/contacts/${contactId}`)).stage).toBe('customer');
  await undo();
  expect((await data(`/contacts/${contactId}`)).stage).toBe('new');
});

test('a mailbox is paused and its settings are saved; a new signature asks first', async () => {
  const { id: mailboxId } = (await data('/mailboxes'))[0];
  const asked = await fill('update_mailbox', { mailboxId }, { signature: 'Buy now' });
  expect(asked.html).toContain('name="password"');
  await fill('update_mailbox', { mailboxId }, { dailyCap: '7' });
  expect((await data(`/mailboxes/${mailboxId}`)).dailyCap).toBe(7);
  await undo();
  expect((await data(`/mailboxes/${mailboxId}`)).dailyCap).not.toBe(7);
});

test('two clicks on Undo undo once', async () => {
  const body = { name: 'Once', body: 'Ten minutes?' };
  const { id } = (await core.request('POST', '/snippets', { body })).body.data;
  const href = `/app/do/delete_snippet?snippetId=${id}&back=/app/lists`;
  await browser.submit('/app/lists', '/app/now', { href });
  await undo(2);
  const names = (await data('/snippets')).map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => name === 'Once')).toHaveLength(1);
});

test('an undo of another workspace does nothing', async () => {
  await fill('create_list', {}, { name: 'Mine', kind: 'static' });
  const token = /name="token" value="([^"]+)"/.exec((await browser.get('/app/lists')).html)![1]!;
  const stranger = await signedIn(core, (await core.addWorkspace()).workspaceId);
  await stranger.submit('/app/lists', '/app/undo', { token, back: '/app/lists' });
  expect(await data('/lists')).toHaveLength(1);
});
