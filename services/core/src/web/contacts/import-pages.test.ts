import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
let key: string;
beforeAll(async () => {
  core = await startTestCore();
  const workspace = await core.addWorkspace();
  key = workspace.key;
  browser = await signedIn(core, workspace.workspaceId);
});
afterAll(() => core.stop());

/** Sends a file as the form of the first page does. Returns the path of its columns. */
async function choose(lines: string[], by = browser): Promise<string> {
  const csrf = /name="_csrf" value="([^"]+)"/.exec((await by.get('/app/import')).html)![1]!;
  const body = new FormData();
  body.append('_csrf', csrf);
  body.append('_file', new Blob([`${lines.join('\n')}\n`]), 'people.csv');
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = await fetch(`${core.url}/app/import`, { method: 'POST', body, headers: { cookie }, redirect: 'manual' });
  return sent.headers.get('location')!;
}

function decoded(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

/** Fields that the form of the page would send, with changes. */
function fieldsOf(html: string, becomes: Record<string, string> = {}): Record<string, string | string[]> {
  const hidden = (name: string) =>
    [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value]) => decoded(value!));
  const columns = hidden('column');
  const selects = [...html.matchAll(/<select name="field".*?<\/select>/gs)].map(([part]) => part);
  const chosen = selects.map((part) => /value="([^"]*)" selected/.exec(part)?.[1] ?? '-');
  const field = columns.map((column, index) => becomes[column] ?? chosen[index]!);
  return {
    _csrf: hidden('_csrf').at(-1)!,
    key: hidden('key')[0]!,
    digest: hidden('digest')[0] ?? '',
    column: columns,
    field,
    onExisting: 'update',
  };
}

async function contactsNamed(q: string): Promise<object[]> {
  return (await core.request('GET', `/contacts?q=${q}`, { key })).body.data;
}

describe('the import of contacts', () => {
  test('shows what each column becomes, and imports it', async () => {
    const path = await choose([
      'Vorname,Mail privat,Job',
      'Ada,ada@import.example,Head of Fleet',
      'Grace,grace@import.example,CTO',
    ]);
    const { html } = await browser.get(path);
    expect(html).toContain('import 2 rows: 2 created');
    expect(fieldsOf(html).field).toEqual(['firstName', 'email', 'title']);
    const done = await browser.post(path, { ...fieldsOf(html), do: 'import' });
    expect(done.location).toMatch(/^\/app\/jobs\/job_/);
    // A second click finds the same job.
    expect((await browser.post(path, { ...fieldsOf(html), do: 'import' })).location).toBe(done.location);
  });

  test('lets a person choose the field of a column, also if no row could be imported before', async () => {
    const path = await choose(['Wer,Wo', 'Ada Lovelace,analytical.example', 'Grace Hopper,navy.example']);
    const first = (await browser.get(path)).html;
    expect(first).toContain('No column of the file becomes');
    expect(first).toContain('Ada Lovelace');
    expect(first).not.toContain('value="import"');
    const changed = await browser.post(path, fieldsOf(first, { Wer: 'fullName', Wo: 'companyDomain' }));
    expect(changed.html).toContain('import 2 rows: 2 created');
    expect(fieldsOf(changed.html).field).toEqual(['fullName', 'companyDomain']);
  });

  test('groups the rows that cannot be imported, and asks about columns that look like opt-outs', async () => {
    const path = await choose([
      'E-Mail,Opt Out',
      'no@ask.example,see notes of May',
      'yes@ask.example,',
      'not-an-address,',
      'neither is this,',
    ]);
    const first = (await browser.get(path)).html;
    expect(first).toMatch(/Rows that cannot be imported.*?email is not valid.*?Rows 3, 4/s);
    expect(first).toContain('Looks like an opt-out: choose');
    const refused = await browser.post(path, { ...fieldsOf(first), do: 'import' });
    expect([refused.status, refused.location]).toEqual([422, null]);
    expect(refused.html).toContain('Opt Out');
    const answered = await browser.post(path, fieldsOf(first, { 'Opt Out': 'doNotContact' }));
    expect(answered.html).toContain('opted out, as the file says');
    const done = await browser.post(path, { ...fieldsOf(answered.html), do: 'import' });
    expect(done.location).toMatch(/^\/app\/jobs\/job_/);
  });

  test('needs a file, and finds only those of the workspace', async () => {
    const csrf = /name="_csrf" value="([^"]+)"/.exec((await browser.get('/app/import')).html)![1]!;
    const empty = await browser.post('/app/import', { _csrf: csrf });
    expect([empty.status, empty.html.includes('Choose a file.')]).toEqual([422, true]);
    const other = await signedIn(core, (await core.addWorkspace()).workspaceId);
    const foreign = await choose(['E-Mail', 'ada@other.example'], other);
    const { status, html } = await browser.get(foreign);
    expect([status, html.includes('Choose it again.')]).toEqual([404, true]);
    expect(await contactsNamed('other.example')).toEqual([]);
  });
});
