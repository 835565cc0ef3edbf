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

const grace = {
  email: 'grace@compiler.example',
  firstName: 'Grace',
  lastName: 'Hopper',
  title: 'Rear <admiral>',
  seniority: 'c_suite',
  phones: ['+12025550123'],
  linkedinUrl: 'https://www.linkedin.com/in/grace',
  companyName: 'Compiler',
  companyDomain: 'compiler.example',
  location: { city: 'New York', country: 'US' },
  declaredBasis: 'legitimate_interest',
  basisNote: 'Asked for our paper.',
};

function namesIn(html: string) {
  return [...html.matchAll(/href="\/app\/contacts\/con_\w+"><span class="avatar[^>]*>[^<]*<\/span><bdi>([^<]*)</g)].map(
    ([, name]) => name!,
  );
}

/** URL of the link with this text. */
function linkTo(html: string, text: string) {
  return new RegExp(`href="([^"]+)"[^>]*>(?:<svg.*?</svg>)?${text}<`).exec(html)?.[1]?.replaceAll('&amp;', '&');
}

test('an empty list explains how to add people', async () => {
  const { status, html } = await browser.get('/app/contacts');
  expect(status).toBe(200);
  expect(html).toContain('No contacts yet');
  expect(html).toMatch(/href="\/app\/contacts"[^>]* aria-current="page"/);
});

test('the list shows the known facts about each person', async () => {
  const contact = await api('/contacts', grace);
  const { html } = await browser.get('/app/contacts');
  expect(html).toContain(`href="/app/contacts/${contact.id}"`);
  for (const text of ['Grace Hopper', 'Rear &lt;admiral&gt;', 'Unverified', 'Compiler']) {
    expect(html).toContain(text);
  }
});

test('search and filters narrow the list, and an unknown value is rejected', async () => {
  const { id } = await api('/contacts', grace);
  await api('/contacts', { email: 'alan@machine.example', firstName: 'Alan', emailStatus: 'valid' });
  await core.request('PUT', `/contacts/${id}/stage`, { key, body: { stage: 'interested' } });
  const found = async (query: string) => namesIn((await browser.get(`/app/contacts?${query}`)).html);
  expect(await found('')).toEqual(['Alan', 'Grace Hopper']);
  expect(await found('q=hopp')).toEqual(['Grace Hopper']);
  expect(await found('q=&stage=interested&emailStatus=')).toEqual(['Grace Hopper']);
  expect(await found('stage=new&emailStatus=valid')).toEqual(['Alan']);
  expect((await browser.get('/app/contacts?stage=nonsense')).status).toBe(422);
  const none = await browser.get('/app/contacts?q=%22%3E%3Cscript%3E');
  expect(none.html).toContain('No contacts match these filters.');
  expect(none.html).toContain('value="&#34;&gt;&lt;script&gt;"');
});

test('a link leads to further pages and keeps the filters', async () => {
  const contacts = Array.from({ length: 52 }, (_, index) => ({
    email: `person${index}@many.example`,
    firstName: `Person${index}`,
  }));
  await api('/contacts/bulk', { contacts });
  await api('/contacts', { email: 'other@elsewhere.example', firstName: 'Other' });
  const first = await browser.get('/app/contacts?q=many&stage=new');
  expect(namesIn(first.html)).toHaveLength(50);
  const more = linkTo(first.html, 'Next page')!;
  expect(more).toContain('q=many&stage=new&cursor=');
  const second = await browser.get(more);
  expect(new Set([...namesIn(first.html), ...namesIn(second.html)])).toEqual(
    new Set(contacts.map(({ firstName }) => firstName)),
  );
  expect(linkTo(second.html, 'Next page')).toBeUndefined();
  expect(linkTo(second.html, 'First page')).toBe('/app/contacts?q=many&stage=new');
  expect((await browser.get(more.replace('q=many', 'q=person'))).status).toBe(422);
});

test('a heading sorts by its column, then in reverse, then in the default order', async () => {
  const { browser, key } = await signUpWithKey(core);
  for (const name of ['first', 'second'])
    await core.request('POST', '/contacts', { key, body: { email: `${name}@sort.example`, firstName: name } });
  const headOf = (html: string) =>
    /<th scope="col"[^>]*><a href="([^"]+)">Added/.exec(html)![1]!.replaceAll('&amp;', '&');
  const usual = await browser.get('/app/contacts?columns=fullName&columns=createdAt');
  const newestFirst = await browser.get(headOf(usual.html));
  expect(newestFirst.html).toContain('aria-sort="descending"');
  const oldestFirst = await browser.get(headOf(newestFirst.html));
  expect(oldestFirst.html).toContain('aria-sort="ascending"');
  expect(namesIn(oldestFirst.html)).toEqual(['first', 'second']);
  expect(headOf(oldestFirst.html)).not.toContain('sort=');
});

test('a filter chip removes only its own filter from the URL', async () => {
  await api('/contacts', grace);
  const { html } = await browser.get('/app/contacts?q=grace&stage=new&emailStatus=unverified');
  const removed = [...html.matchAll(/class="chip">.*?href="([^"]+)"/g)].map(([, href]) =>
    href!.replaceAll('&amp;', '&'),
  );
  expect(removed).toHaveLength(2);
  expect(removed).toContain('/app/contacts?q=grace&emailStatus=unverified');
  expect(removed).toContain('/app/contacts?q=grace&stage=new');
});

test('the page of a contact shows all facts, its score, its notes, and its history', async () => {
  const contact = await api('/contacts', { ...grace, customFields: { 'Favourite <tag>': 7 }, externalId: 'crm-1' });
  await api(`/contacts/${contact.id}/notes`, { text: 'Prefers <b>nanoseconds</b>.' });
  const criteria = [{ field: 'seniority', operator: 'in', value: ['c_suite'], weight: 10 }];
  const profile = await api('/scoring/profiles', { name: 'Leaders', kind: 'person', criteria });
  await api(`/scoring/profiles/${profile.id}/publish`);
  await api('/scoring/contacts', { profileId: profile.id, contactIds: [contact.id] });
  const { html } = await browser.get(`/app/contacts/${contact.id}`);
  const shown = [
    'Rear &lt;admiral&gt;',
    'C suite',
    '+12025550123',
    'href="https://www.linkedin.com/in/grace"',
    'New York, United States',
    `href="/app/companies/${contact.companyId}"`,
    'Legitimate interest',
    'Asked for our paper.',
    'Favourite &lt;tag&gt;',
    'crm-1',
    'value="100"',
    'Matched',
    'Prefers &lt;b&gt;nanoseconds&lt;/b&gt;.',
    'contact created',
  ];
  for (const text of shown) expect(html).toContain(text);
  expect(html).not.toContain('Nothing is sent to this person.');
});

test('a note is added on the page, once per form, and an empty one keeps the form', async () => {
  const contact = await api('/contacts', { email: 'note@navy.example', companyDomain: 'navy-notes.example' });
  await api('/contacts', { email: 'second@navy.example', firstName: 'Second', companyDomain: 'navy-notes.example' });
  const path = `/app/contacts/${contact.id}`;
  const { html } = await browser.get(path);
  expect(html).toContain('<bdi>Second</bdi>');
  const [, _csrf] = /name="_csrf" value="([^"]+)"/.exec(html)!;
  const [, _key] = /name="_key" value="([^"]+)"/.exec(html)!;
  const note = { _csrf: _csrf!, _key: _key!, text: ' Prefers mornings. ' };
  for (let clicks = 0; clicks < 2; clicks += 1)
    expect((await browser.post(`${path}/notes`, note)).location).toBe(`${path}`);
  const stored = (await core.request('GET', `/contacts/${contact.id}/notes`, { key })).body.data;
  expect(stored.map(({ text }: { text: string }) => text)).toEqual(['Prefers mornings.']);
  const refused = await browser.post(`${path}/notes`, { _csrf: _csrf!, text: '' });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('aria-describedby="note-hint"');
  const missing = `/app/contacts/con_${'0'.repeat(26)}/notes`;
  expect((await browser.post(missing, { _csrf: _csrf!, text: 'x' })).status).toBe(404);
});

test('a URL with a non-web scheme does not become a link', async () => {
  const contact = await api('/contacts', { ...grace, linkedinUrl: 'javascript:alert(1)' });
  const { html } = await browser.get(`/app/contacts/${contact.id}`);
  expect(html).toContain('<dd>javascript:alert(1)</dd>');
  expect(html).not.toContain('href="javascript');
});

test('the list shows the total number if all contacts are on the page', async () => {
  const { browser, key } = await signUpWithKey(core);
  for (const name of ['one', 'two', 'two-b'])
    await core.request('POST', '/contacts', { key, body: { email: `${name}@count.example` } });
  expect((await browser.get('/app/contacts')).html).toMatch(/count-all">3</);
  expect((await browser.get('/app/contacts?q=two')).html).toMatch(/count-all">2</);
});

test('marks a suppressed person, also in the list', async () => {
  const { id } = await api('/contacts', grace);
  await api('/suppressions', { value: grace.email, reason: 'unsubscribe' });
  const { html } = await browser.get(`/app/contacts/${id}`);
  expect(html).toContain('Nothing is sent to this person.');
  expect(html).toContain('The address is on the suppression list (unsubscribe)');
  expect((await browser.get('/app/contacts')).html).toMatch(
    /data-label="Stage"[^>]*><span class="state red">Do not contact</,
  );
});

test("another workspace's contact looks like a missing one, and strangers must sign in", async () => {
  const { id } = await api('/contacts', grace);
  const stranger = await signUpWithKey(core);
  for (const path of [`/app/contacts/${id}`, '/app/contacts/con_01ARZ3NDEKTSV4RRFFQ69G5FAV', '/app/contacts/x']) {
    expect((await stranger.browser.get(path)).status).toBe(404);
  }
  expect((await stranger.browser.get('/app/contacts')).html).toContain('No contacts yet');
  browser.cookies.clear();
  expect((await browser.get(`/app/contacts/${id}`)).location).toContain('/app/sign-in');
});
