import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { withNames } from './with-names.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function somebody() {
  const { browser, key } = await signUpWithKey(core);
  const create = async (path: string, body: object) => {
    const answer = await core.request('POST', path, { key, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  const me = (await core.request('GET', '/members', { key })).body.data[0];
  return { browser, create, workspaceId: (await core.request('GET', '/me', { key })).body.data.workspace.id, me };
}

test('a record names its creator and its parent, and shows no ID but its own', async () => {
  const { browser, create } = await somebody();
  const list = await create('/lists', { name: 'Fair' });
  const { html } = await browser.get(`/app/lists/${list.id}`);
  expect(html).toMatch(/<dt>Created by<\/dt><dd><bdi[^>]*>[^<_]+<\/bdi>/);
  expect(html.replace(/<[^>]*>/g, ' ').match(/\b[a-z]{3}_[0-9A-Z]{26}\b/g)).toEqual([list.id]);
});

test('names a person only in their own workspaces', async () => {
  const [one, other] = [await somebody(), await somebody()];
  const id = { is: 'code' as const, text: String(one.me.userId ?? one.me.id) };
  expect(await withNames(one.workspaceId, id)).toEqual({ is: 'text', text: one.me.name });
  expect(await withNames(other.workspaceId, id)).toEqual({ is: 'text', text: 'a former member' });
});

test('removes direction-changing characters from a page', async () => {
  const { browser, create } = await somebody();
  const { id } = await create('/companies', { name: 'Bill \u202Efdp.exe', domain: 'bill.example' });
  const { html } = await browser.get(`/app/companies/${id}`);
  expect(html).toContain('Bill fdp.exe');
  expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});
