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
  return [...html.matchAll(/href="\/app\/contacts\/con_\w+"><bdi[^>]*>([^<]*)</g)].map(([, name]) => name!);
}

/** The address of the link with this text. */
function linkTo(html: string, text: string) {
  return new RegExp(`href="([^"]+)"[^>]*>${text}<`).exec(html)?.[1]?.replaceAll('&amp;', '&');
}

test('an empty list says how people get into it', async () => {
  const { status, html } = await browser.get('/app/contacts');
  expect(status).toBe(200);
  expect(html).toContain('No contacts yet');
  expect(html).toMatch(/href="\/app\/contacts" aria-current="page"/);
});

test('the list shows what is known of each person', async () => {
  const contact = await api('/contacts', grace);
  const { html } = await browser.get('/app/contacts');
  expect(html).toContain(`href="/app/contacts/${contact.id}"`);
  for (const text of ['Grace Hopper', 'Rear &lt;admiral&gt;', 'grace@compiler.example', 'unverified', 'Compiler']) {
    expect(html).toContain(text);
  }
});

test('search and filters narrow the list down, and an unknown choice is refused', async () => {
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
  expect(none.html).toContain('Nothing matches.');
  expect(none.html).toContain('value="&#34;&gt;&lt;script&gt;"');
});

test('more than a page is reached by its link, which keeps the filters', async () => {
  const contacts = Array.from({ length: 52 }, (_, index) => ({
    email: `person${index}@many.example`,
    firstName: `Person${index}`,
  }));
  await api('/contacts/bulk', { contacts });
  await api('/contacts', { email: 'other@elsewhere.example', firstName: 'Other' });
  const first = await browser.get('/app/contacts?q=many&stage=new');
  expect(namesIn(first.html)).toHaveLength(50);
  const more = linkTo(first.html, 'More →')!;
  expect(more).toContain('q=many&stage=new&cursor=');
  const second = await browser.get(more);
  expect(new Set([...namesIn(first.html), ...namesIn(second.html)])).toEqual(
    new Set(contacts.map(({ firstName }) => firstName)),
  );
  expect(linkTo(second.html, 'More →')).toBeUndefined();
  expect(linkTo(second.html, '← Newest')).toBe('/app/contacts?q=many&stage=new');
  expect((await browser.get(more.replace('q=many', 'q=person'))).status).toBe(422);
});

test('the page of a contact shows all facts, its score, its notes and what happened', async () => {
  const contact = await api('/contacts', { ...grace, customFields: { 'Favourite <tag>': 7 }, externalId: 'crm-1' });
  await api(`/contacts/${contact.id}/notes`, { text: 'Prefers <b>nanoseconds</b>.' });
  const criteria = [{ field: 'seniority', operator: 'in', value: ['c_suite'], weight: 10 }];
  const profile = await api('/scoring/profiles', { name: 'Leaders', kind: 'person', criteria });
  await api(`/scoring/profiles/${profile.id}/publish`);
  await api('/scoring/contacts', { profileId: profile.id, contactIds: [contact.id] });
  const { html } = await browser.get(`/app/contacts/${contact.id}`);
  const shown = [
    'Rear &lt;admiral&gt;',
    'c suite',
    '+12025550123',
    'href="https://www.linkedin.com/in/grace"',
    'New York, United States',
    `href="/app/companies/${contact.companyId}"`,
    'legitimate interest',
    'Asked for our paper.',
    'Favourite &lt;tag&gt;',
    'crm-1',
    '<strong>100</strong>',
    'Matched',
    'Prefers &lt;b&gt;nanoseconds&lt;/b&gt;.',
    'contact created',
  ];
  for (const text of shown) expect(html).toContain(text);
  expect(html).not.toContain('Nothing is sent to this person.');
});

test('an address of another scheme than the web does not become a link', async () => {
  const contact = await api('/contacts', { ...grace, linkedinUrl: 'javascript:alert(1)' });
  const { html } = await browser.get(`/app/contacts/${contact.id}`);
  expect(html).toContain('<dd>javascript:alert(1)</dd>');
  expect(html).not.toContain('href="javascript');
});

test('the list says how many there are, where all of them are there', async () => {
  const { browser, key } = await signUpWithKey(core);
  for (const name of ['one', 'two', 'two-b'])
    await core.request('POST', '/contacts', { key, body: { email: `${name}@count.example` } });
  expect((await browser.get('/app/contacts')).html).toMatch(/<h1>Contacts <span class="quiet count">3<\/span>/);
  expect((await browser.get('/app/contacts?q=two')).html).toMatch(/count">2</);
});

test('a suppressed person is marked, on the list too', async () => {
  const { id } = await api('/contacts', grace);
  await api('/suppressions', { value: grace.email, reason: 'unsubscribe' });
  const { html } = await browser.get(`/app/contacts/${id}`);
  expect(html).toContain('Nothing is sent to this person.');
  expect(html).toContain('The address is on the suppression list (unsubscribe)');
  expect((await browser.get('/app/contacts')).html).toContain('data-label="Do not contact"><bdi class="whole">yes');
});

test("another workspace's contact looks like a missing one, and strangers sign in first", async () => {
  const { id } = await api('/contacts', grace);
  const stranger = await signUpWithKey(core);
  for (const path of [`/app/contacts/${id}`, '/app/contacts/con_01ARZ3NDEKTSV4RRFFQ69G5FAV', '/app/contacts/x']) {
    expect((await stranger.browser.get(path)).status).toBe(404);
  }
  expect((await stranger.browser.get('/app/contacts')).html).toContain('No contacts yet');
  browser.cookies.clear();
  expect((await browser.get(`/app/contacts/${id}`)).location).toContain('/app/sign-in');
});
