import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeDraftsOf, saveDraft } from '../../store/members/draft-store.ts';
import { addMember } from '../../store/members/membership-store.ts';
import { createUser } from '../../store/members/user-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { browserOf, signedIn } from '../../testing/pages/signed-in.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let workspaceId: string;
let browser: Browser;
beforeAll(async () => {
  core = await startTestCore();
  ({ workspaceId } = await core.addWorkspace());
  browser = await signedIn(core, workspaceId);
});
afterAll(() => core.stop());

interface Saved {
  version: number;
  fields: { name: string; text: string }[];
}

/** Posts with the token of a page. */
async function post(by: Browser, path: string, fields: Record<string, string>) {
  const { csrf } = JSON.parse((await by.get('/app/drafts')).html) as { csrf: string };
  return by.post(path, { _csrf: csrf, ...fields });
}

/** Saves as the script of a page does. */
async function save(by: Browser, subject: string, text: string | null, version = 0) {
  const fields = JSON.stringify(text === null ? [] : [{ name: 'text', text }]);
  const { status, html } = await post(by, '/app/drafts', { subject, version: String(version), fields });
  return { status, body: (html.startsWith('{') ? JSON.parse(html) : html) as Saved };
}

async function read(by: Browser, ...subjects: string[]) {
  const query = new URLSearchParams(subjects.map((subject) => ['subject', subject] as [string, string]));
  return JSON.parse((await by.get(`/app/drafts?${query}`)).html) as { personId: string; drafts: Saved[] };
}

function textsOf({ drafts }: { drafts: Saved[] }): string[] {
  return drafts.map(({ fields }) => fields[0]!.text);
}

describe('drafts', () => {
  test('are kept per person and form, until they are discarded', async () => {
    const subject = '/app/do/create_note con_1';
    const first = await save(browser, subject, 'Met at the fair');
    expect(first).toMatchObject({ status: 200, body: { version: 1 } });
    const second = await save(browser, subject, 'Met at the fair in May', 1);
    expect(second).toMatchObject({ status: 200, body: { version: 2 } });
    expect(textsOf(await read(browser, subject, '/app/other'))).toEqual(['Met at the fair in May']);
    const colleague = await createUser({
      email: 'grace@example.org',
      name: 'Grace',
      passwordHash: 'none',
      now: new Date(),
    });
    await addMember(workspaceId, colleague.id, 'owner', new Date());
    const other = await browserOf(core, workspaceId, colleague.id);
    expect(textsOf(await read(other, subject))).toEqual([]);
    expect(await save(browser, subject, null, 2)).toMatchObject({ status: 200, body: { version: 0 } });
    expect(textsOf(await read(browser, subject))).toEqual([]);
  });

  test('are both kept if two windows differ: the later one gets the text of the earlier one', async () => {
    const subject = '/app/replies/rpl_1/answer';
    await save(browser, subject, 'Thursday works.');
    const refused = await save(browser, subject, 'Friday works.');
    expect(refused).toMatchObject({ status: 409, body: { version: 1, fields: [{ text: 'Thursday works.' }] } });
    expect(textsOf(await read(browser, subject))).toEqual(['Thursday works.']);
    expect(await save(browser, subject, 'Friday works.', 1)).toMatchObject({ status: 200, body: { version: 2 } });
    // The first window does not discard the text of the second one.
    await save(browser, subject, null, 1);
    expect(textsOf(await read(browser, subject))).toEqual(['Friday works.']);
  });

  test('are stored again if the server has removed them', async () => {
    const subject = '/app/replies/rpl_2/answer';
    expect(await save(browser, subject, 'Kept in the browser.', 7)).toMatchObject({
      status: 200,
      body: { version: 8 },
    });
  });

  test('end with the form that saves them, unless another window has changed them', async () => {
    const subject = '/app/settings';
    const settle = (version: number) =>
      post(browser, '/app/notifications', { mail: 'daily', _draft: subject, _draftVersion: String(version) });
    await save(browser, subject, 'One Street');
    await save(browser, subject, 'Two Streets', 1);
    expect((await settle(1)).status).toBe(302);
    expect(textsOf(await read(browser, subject))).toEqual(['Two Streets']);
    await settle(2);
    expect(textsOf(await read(browser, subject))).toEqual([]);
  });

  test('reject what no page sends', async () => {
    for (const form of [
      { subject: '', version: '0', fields: '[]' },
      { subject: 'x'.repeat(301), version: '0', fields: '[]' },
      { subject: '/app', version: '-1', fields: '[]' },
      { subject: '/app', version: '0', fields: '{' },
      { subject: '/app', version: '0', fields: '[{"name":1}]' },
      { subject: '/app', version: '0', fields: JSON.stringify([{ name: 'text', text: 'x'.repeat(100_001) }]) },
    ])
      expect((await post(browser, '/app/drafts', form)).status).toBe(422);
  });

  test('end with the erased person that the form is about, and with the member who leaves', async () => {
    const { key, workspaceId: id } = await core.addWorkspace();
    const own = await signedIn(core, id);
    const contact = (await core.request('POST', '/contacts', { key, body: { email: 'ada@people.example' } })).body.data;
    const about = `/app/do/add_contact_note ${contact.id}`;
    for (const subject of [about, '/app/settings']) await save(own, subject, 'Text');
    expect((await core.request('POST', `/contacts/${contact.id}/erase`, { key, body: {} })).status).toBe(200);
    expect((await read(own, about, '/app/settings')).drafts).toMatchObject([{ subject: '/app/settings' }]);
    const { personId } = await read(own);
    await removeDraftsOf({ workspaceId: id, userId: personId });
    expect((await read(own, '/app/settings')).drafts).toEqual([]);
  });

  test('are limited, and name the limit', async () => {
    const own = await core.addWorkspace();
    const full = await signedIn(core, own.workspaceId);
    const owner = { workspaceId: own.workspaceId, userId: (await read(full, '/app')).personId };
    const draft = { fields: [{ name: 'text', text: 'x' }], version: 0 };
    for (let at = 0; at < 199; at += 1) await saveDraft(owner, { subject: `/app/${at}`, ...draft }, new Date());
    expect((await save(full, '/app/199', 'x')).status).toBe(200);
    const { status, body } = await save(full, '/app/200', 'x');
    expect(status).toBe(409);
    expect(String(body)).toContain('200 unsaved texts');
  });
});
