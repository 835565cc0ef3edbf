import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRead } from '../../actions/definition/define-action.ts';
import { actions } from '../../actions/index.ts';
import { hashPassword } from '../../engine/members/passwords.ts';
import { addMember, changeRole } from '../../store/members/membership-store.ts';
import { createSession } from '../../store/members/session-store.ts';
import { createUser } from '../../store/members/user-store.ts';
import { Browser } from '../../testing/browser.ts';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let owner: Browser;
let workspaceId: string;
beforeAll(async () => {
  core = await startTestCore();
  const made = await signUpWithKey(core);
  owner = made.browser;
  workspaceId = (await core.request('GET', '/me', { key: made.key })).body.data.workspace.id;
});
afterAll(() => core.stop());

let count = 0;

/** A signed-in colleague, who owns a key with every scope. */
async function colleague() {
  count += 1;
  const now = core.deps.now();
  const passwordHash = await hashPassword('correct horse battery');
  const user = await createUser({ email: `c${count}@example.org`, name: `Colleague ${count}`, passwordHash, now });
  await addMember(workspaceId, user.id, 'member', now);
  const browser = new Browser(core.url);
  browser.cookies.set('outbound_session', (await createSession(user.id, workspaceId, now)).token);
  return { userId: user.id, browser, key: await makeKeyOnPage(browser) };
}

test('a viewer changes nothing, by page or by an earlier key', async () => {
  const { userId, browser, key } = await colleague();
  await changeRole(workspaceId, userId, 'viewer');
  const made = await core.request('POST', '/tags', { key, body: { name: 'no' } });
  expect([made.status, made.body.error.code]).toEqual([403, 'missing_scope']);
  expect(made.body.summary).toContain('viewer changes nothing');
  expect((await core.request('POST', '/tags?dryRun=true', { key, body: { name: 'no' } })).status).toBe(403);
  expect((await core.request('GET', '/tags', { key })).status).toBe(200);
  expect((await browser.get('/app/do/create_tag')).status).toBe(200);
  const sent = await browser.submit('/app/do/create_tag', '/app/do/create_tag', { name: 'no' });
  expect(sent.status).toBe(403);
  expect(sent.html).toContain('viewer changes nothing');
  expect((await browser.submit('/app/contacts', '/app/settings/sending', { sending: 'stop' })).status).toBe(403);
  const audit = await core.request('GET', '/audit?action=create_tag', { key });
  expect(audit.body.data[0]).toMatchObject({ result: 'missing_scope' });
});

test('a member prepares actions, but cannot change settings, mailboxes, webhooks, or members', async () => {
  const { userId, browser, key } = await colleague();
  expect((await core.request('POST', '/tags', { key, body: { name: 'yes' } })).status).toBe(201);
  expect((await core.request('PATCH', '/settings', { key, body: { senderName: 'Eve' } })).status).toBe(403);
  expect((await core.request('POST', '/webhooks', { key, body: { url: 'https://a.example/' } })).status).toBe(403);
  expect((await browser.submit('/app/contacts', '/app/autopilot/answers', { state: 'on' })).status).toBe(403);
  const raise = await browser.submit('/app/members', `/app/members/${userId}/role`, { role: 'admin' });
  expect(raise.status).toBe(403);
});

test('an owner promotes a person to admin but never to owner, and leaving revokes a person’s keys', async () => {
  const { userId, browser, key } = await colleague();
  const change = (role: string, password = '') =>
    owner.submit('/app/members', `/app/members/${userId}/role`, { role, password });
  expect((await change('owner')).status).toBe(422);
  const asked = await change('admin');
  expect([asked.status, asked.html.includes('Enter your password.')]).toEqual([422, true]);
  expect((await change('admin', 'correct horse battery')).status).toBe(302);
  expect((await core.request('PATCH', '/settings', { key, body: { senderName: 'Eve' } })).status).toBe(200);
  expect((await browser.get('/app/members')).html).toContain('Colleague');
  await owner.submit('/app/members', `/app/members/${userId}/remove`, {});
  await expect.poll(async () => (await core.request('GET', '/tags', { key })).status, { timeout: 10_000 }).toBe(401);
});

test('rejects every changing operation for a viewer', async () => {
  const { userId, browser } = await colleague();
  await changeRole(workspaceId, userId, 'viewer');
  const writes = actions.filter((action) => !isRead(action) && action.path === '/sending/stop');
  for (const { name } of writes) expect((await browser.submit('/app/tags', `/app/do/${name}`, {})).status).toBe(403);
});
