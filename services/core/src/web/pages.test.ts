import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actions } from '../actions/index.ts';
import type { Browser } from '../testing/browser.ts';
import { textOf } from '../testing/pages/html-form.ts';
import { signedIn } from '../testing/pages/signed-in.ts';
import { seedWorld, type World } from '../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { allPlaces as places } from './frame/navigation.ts';
import { recordPages } from './records/record-pages.ts';
import { recordTypes } from './shown/record-types.ts';
import { labelOf } from './shown/words.ts';

let core: TestCore;
let world: World;
let browser: Browser;
beforeAll(async () => {
  core = await startTestCore();
  world = await seedWorld(core);
  browser = await signedIn(core, world.workspaceId);
});
afterAll(() => core.stop());

const toolNames = new RegExp(`\\b(${actions.map(({ name }) => name).join('|')})\\b`);

test.each(places)('%s shows its page, in everyday words and with the emergency stop', async (href) => {
  const { status, html } = await browser.get(href);
  expect(status).toBe(200);
  expect(html).toContain('<h1');
  expect(html).toMatch(/value="stop">Stop/);
  expect(toolNames.exec(textOf(html))?.[0]).toBeUndefined();
});

test.each(recordTypes.filter(({ hasPage }) => hasPage).map((type) => [type.noun, type] as const))(
  'the page of a %s shows it, and an unknown one is not found',
  async (_noun, { path, idField, prefix }) => {
    const { status, html } = await browser.get(`${path}/${world.ids[idField]}`);
    expect(status, textOf(html)).toBe(200);
    expect(toolNames.exec(textOf(html))?.[0]).toBeUndefined();
    expect((await browser.get(`${path}/${prefix}_01ARZ3NDEKTSV4RRFFQ69G5FAV`)).status).toBe(404);
  },
);

describe('an approval whose input can no longer be decrypted', () => {
  async function unreadable() {
    const { workspaceId, key, ids } = await seedWorld(core);
    const path = `/app/approvals/${ids.approvalId}`;
    const stateNow = async () => (await core.request('GET', `/approvals/${ids.approvalId}`, { key })).body.data.state;
    return { path, stateNow, by: await signedIn(core, workspaceId) };
  }

  test('reports that, and can be declined', async () => {
    const { path, stateNow, by } = await unreadable();
    const { status, html } = await by.get(path);
    expect([status, textOf(html)]).toEqual([200, expect.stringContaining('The request cannot be decrypted')]);
    expect(html).not.toContain('ask=approve');
    expect((await by.submit(path, path, { decision: 'decline' })).status).toBe(302);
    expect(await stateNow()).toBe('declined');
  });

  test('fails if it is approved anyway', async () => {
    const { path, stateNow, by } = await unreadable();
    expect((await by.submit(path, path, { decision: 'approve', digest: 'any' })).status).toBe(409);
    expect(await stateNow()).toBe('failed');
  });
});

test('labels use English plurals', () => {
  expect(['waitDays', 'sendsOnHolidays', 'companyIds', 'replies'].map(labelOf)).toEqual([
    'Wait days',
    'Sends on holidays',
    'Companies',
    'Replies',
  ]);
});

test('every list page has a place in the navigation', () => {
  expect(recordPages.map(({ path }) => path).filter((path) => !places.includes(path))).toEqual([]);
});

test('the emergency stop of a page returns to it', async () => {
  const { workspaceId } = await seedWorld(core);
  const other = await signedIn(core, workspaceId);
  const stopped = await other.submit('/app/tags', '/app/settings/sending', { sending: 'stop', back: '/app/tags' });
  expect(stopped.location).toBe('/app/tags');
  const { html } = await other.get('/app/tags');
  expect(textOf(html)).toContain('No email is sent from this workspace.');
  expect(html).toContain('data-state="stopped"');
  expect(html).toContain('href="/app/settings#sending">Resume');
  expect(textOf((await other.get('/app/settings')).html)).toContain('No messages are due. Resuming sends nothing yet.');
});

test('the former path of the inbox redirects to the new one, with its filters', async () => {
  expect((await browser.get('/app/replies?view=unread&class=question')).location).toBe(
    '/app/inbox?view=unread&class=question',
  );
});

test('applies a chosen theme to every later page, and rejects unknown themes', async () => {
  const own = await signedIn(core, (await core.addWorkspace()).workspaceId);
  await own.submit('/app/profile', '/app/profile', { theme: 'dark', density: 'comfortable' });
  expect((await own.get('/app/tags')).html).toContain('<html lang="en" data-theme="dark" data-density="comfortable">');
  await own.submit('/app/profile', '/app/profile', { theme: '"><script>', density: 'x' });
  expect((await own.get('/app/tags')).html).toContain('<html lang="en">');
});

test('finds settings by their contents', async () => {
  const { html } = await browser.get('/app/settings/all?q=postal');
  const main = html.slice(html.indexOf('<main'));
  expect(main).toContain('href="/app/settings"');
  expect(main).not.toContain('href="/app/webhooks"');
  expect((await browser.get('/app/settings/all?q=nonsense')).html).toContain('No settings match.');
});

test('search finds records, pages, and operations, and reports when nothing matches', async () => {
  const found = (await browser.get('/app/search?q=ada')).html;
  expect(found).toContain(`href="/app/contacts/${world.ids.contactId}"`);
  expect((await browser.get('/app/search?q=create+a+tag')).html).toContain('href="/app/do/create_tag"');
  expect((await browser.get('/app/search?q=suppression')).html).toContain('href="/app/suppression"');
  expect(textOf((await browser.get('/app/search?q=advncexx')).html)).toContain('Nothing matches “advncexx”');
});

/** Addresses of the results, in their order. */
async function foundBy(reader: typeof browser, q: string): Promise<string[]> {
  const { html } = await reader.get(`/app/search?q=${encodeURIComponent(q)}`);
  const found = html.slice(html.indexOf('data-search='));
  return [...found.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!);
}

test('search opens the best match first, by name, by its words, or by another word for it', async () => {
  expect((await foundBy(browser, 'impo'))[0]).toBe('/app/import');
  expect((await foundBy(browser, 'mailboxes'))[0]).toBe('/app/mailboxes');
  expect((await foundBy(browser, 'cadence'))[0]).toBe('/app/campaigns');
  expect(await foundBy(browser, 'blacklist')).toContain('/app/suppression');
  expect(await foundBy(browser, 'enrollments')).toContain('/app/enrollments');
  const { name } = (await core.request('GET', `/lists/${world.ids.listId}`, { key: world.key })).body.data;
  expect(await foundBy(browser, name)).toContain(`/app/lists/${world.ids.listId}`);
});

test('search finds only operations after >, and only people after @', async () => {
  const operations = await foundBy(browser, '>tag');
  expect(operations).toContain('/app/do/create_tag');
  expect(operations).not.toContain('/app/tags');
  const people = await foundBy(browser, '@ada');
  expect(people).toContain(`/app/contacts/${world.ids.contactId}`);
  expect(people).not.toContain('/app/members');
  expect(people.some((href) => href.startsWith('/app/companies/'))).toBe(false);
});

test('search begins with the records that this person opened last, until they sign out', async () => {
  const { workspaceId, key } = await core.addWorkspace();
  const own = await signedIn(core, workspaceId);
  const add = async (email: string) => {
    const { body } = await core.request('POST', '/contacts', { key, body: { email } });
    return `/app/contacts/${body.data.id}`;
  };
  const [one, other] = [await add('one@people.example'), await add('other@people.example')];
  for (const path of [one, other, `/app/contacts/${world.ids.contactId}`, one]) await own.get(path);
  expect((await foundBy(own, '')).slice(0, 3)).toEqual([one, other, '/app']);
  await own.submit('/app', '/app/sign-out', {});
  expect([...own.cookies.keys()]).not.toContain('outbound_recent');
});

test('passes selected records to the operation, and saves a filter as a list', async () => {
  const { contactId, otherContactId } = world.ids;
  const { html } = await browser.get('/app/contacts?emailStatus=valid');
  expect(html).toContain('/app/do/create_list?kind=dynamic&amp;memberType=contact&amp;filter.emailStatus=valid');
  const _csrf = /name="_csrf" value="([^"]+)"/.exec(html)![1]!;
  const selected = { _csrf, page: '/app/contacts', action: 'verify_emails' };
  const { location } = await browser.post('/app/selected', { ...selected, id: [contactId, otherContactId] });
  const form = await browser.get(location!);
  expect(form.html).toContain('2 selected');
  expect((await browser.post('/app/selected', selected)).location).toBe('/app/contacts');
});

/** Uploads a file on the page of the import. Returns the page with the plan. */
async function uploadPeople(lines: string[]): Promise<string> {
  const page = await browser.get('/app/do/import_contacts');
  const csrf = /name="_csrf" value="([^"]+)"/.exec(page.html)![1]!;
  const body = new FormData();
  body.append('_csrf', csrf);
  body.append('_back', '/app/commands');
  body.append('declaredBasis', 'consent');
  body.append('_file', new Blob([`${lines.join('\n')}\n`]), 'people.csv');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = await fetch(`${core.url}/app/do/import_contacts`, { method: 'POST', body, headers: { cookie } });
  return sent.text();
}
function hiddenIn(html: string): Record<string, string> {
  const hidden = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name, value]) => [name!, value!]));
}

test('a column that looks like an opt-out is answered on the page before the import', async () => {
  const asked = await uploadPeople(['E-Mail,Opt Out', 'no@answer.example,see notes of May', 'yes@answer.example,']);
  expect(textOf(asked)).toMatch(/Opt Out.*see notes of May.*Read as opt-outs.*Leave the column out/s);
  expect(asked).toMatch(/<button disabled/);
  const answer = { _answer: 'yes', column: 'Opt Out', answer0: 'doNotContact' };
  const { html } = await browser.post('/app/do/import_contacts', { ...hiddenIn(asked), ...answer });
  expect(html).not.toContain('Columns to confirm');
  expect(textOf(html)).toContain('opted out, as the file says');
  const done = await browser.post('/app/do/import_contacts', hiddenIn(html));
  expect([done.status, textOf(done.html)]).toEqual([200, expect.stringContaining('Open the job')]);
});

test('a file is uploaded, previewed, and imported', async () => {
  const html = await uploadPeople(['E-Mail,Firma', 'new@upload.example,Upload']);
  expect(textOf(html)).toContain('new@upload.example');
  expect(html).toContain('new@upload.example');
  const done = await browser.post('/app/do/import_contacts', hiddenIn(html));
  expect([done.status, textOf(done.html)]).toEqual([200, expect.stringContaining('Open the job')]);
});
