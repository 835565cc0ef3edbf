import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { addContact } from '../../testing/campaign-setup.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';

let core: TestCore;
let browser: Browser;
let key: string;
let ids: string[];
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());
beforeEach(async () => {
  const workspace = await core.addWorkspace();
  key = workspace.key;
  browser = await signedIn(core, workspace.workspaceId);
  ids = [];
  for (const title of ['Head of Operations', 'Head of Operations', 'Buyer'])
    ids.push(await addContact(core, { title }, key));
});

const where = JSON.stringify({ field: 'title', op: 'eq', value: 'Head of Operations' });
const filtered = `/app/contacts?where=${encodeURIComponent(where)}`;

function hiddenIn(html: string, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  return value.replaceAll('&#34;', '"').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

async function good(path: string) {
  return (await core.request('GET', path, { key })).body.data;
}
async function tagsOf() {
  const contacts = await Promise.all(ids.map((id) => good(`/contacts/${id}`)));
  return contacts.map(({ tags, stage }) => `${stage} ${tags.join()}`);
}
async function runJobs(): Promise<void> {
  while (await runJobOnce(core.deps)) {}
}

/** Submits a button of the bar as the page at `path` would. */
async function change(path: string, fields: Record<string, string | string[]>) {
  const { html } = await browser.get(path);
  const own = ['_csrf', 'page', 'back', 'where', 'all', 'shown'].map((name) => [name, hiddenIn(html, name)] as const);
  const answer = await browser.post('/app/selected/change', { ...Object.fromEntries(own), ...fields });
  await runJobs();
  return answer;
}

test('adds a tag to the selected contacts immediately, and removes it with Undo', async () => {
  await change('/app/contacts', { id: ids.slice(1), do: 'tag', tag: 'vip' });
  expect(await tagsOf()).toEqual(['new ', 'new vip', 'new vip']);
  const { html } = await browser.get('/app/contacts');
  expect(html).toContain('Added the tag “vip” to 2 contacts.');
  await browser.post('/app/undo', { _csrf: hiddenIn(html, '_csrf'), token: hiddenIn(html, 'token'), back: '/app' });
  await runJobs();
  expect(await tagsOf()).toEqual(['new ', 'new ', 'new ']);
});

test('changes everything that matches, unless a row was deselected', async () => {
  const { html } = await browser.get(filtered);
  expect(html).toContain('Select all 2</a>');
  const all = await browser.get(`${filtered}&all=1`);
  expect(all.html).toContain('All 2 selected');
  expect(all.html).not.toContain('tag_contacts');
  await change(`${filtered}&all=1`, { id: ids.slice(0, 2), do: 'stage:contacted' });
  expect(await tagsOf()).toEqual(['contacted ', 'contacted ', 'new ']);
  await change(`${filtered}&all=1`, { id: ids.slice(1, 2), do: 'tag', tag: 'one' });
  expect(await tagsOf()).toEqual(['contacted ', 'contacted one', 'new ']);
});

test('a stage that ends sequences shows its plan first; other operations get the condition', async () => {
  const { location } = await change(`${filtered}&all=1`, { id: ids.slice(0, 2), do: 'stage:customer' });
  expect(location).toMatch(/^\/app\/do\/change_contacts\?where=.*change\.stage=customer.*plan=yes/);
  const plan = await browser.get(location!);
  expect(plan.html).toContain('2 contacts');
  expect(await tagsOf()).toEqual(['new ', 'new ', 'new ']);
  const { html } = await browser.get(`${filtered}&all=1`);
  const own = ['_csrf', 'page', 'back', 'where', 'all', 'shown'].map((name) => [name, hiddenIn(html, name)] as const);
  const enroll = { ...Object.fromEntries(own), id: ids.slice(0, 2), action: 'enroll_contacts' };
  const form = await browser.post('/app/selected', enroll);
  expect(decodeURIComponent(form.location!)).toContain('/app/do/enroll_contacts?where=');
});

test('names what is missing, and changes nothing', async () => {
  const wrong: [Record<string, string | string[]>, string][] = [
    [{ do: 'tag', tag: 'vip' }, 'Select at least one row.'],
    [{ id: ids, do: 'tag', tag: ' ' }, 'Write the tag to add.'],
    [{ id: ids, do: 'stage:unheard' }, 'stage'],
    [{ id: ids, do: `list:lst_${'0'.repeat(26)}` }, 'list'],
  ];
  for (const [fields, said] of wrong) {
    await change('/app/contacts', fields);
    expect((await browser.get('/app/contacts')).html).toContain(said);
  }
  expect(await tagsOf()).toEqual(['new ', 'new ', 'new ']);
});
