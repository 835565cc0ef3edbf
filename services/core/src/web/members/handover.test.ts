import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { membersOf } from '../../engine/members/members-of.ts';
import { listWorkspacesOf } from '../../store/members/membership-store.ts';
import { findUserByEmail } from '../../store/members/user-store.ts';
import { Browser } from '../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const password = 'correct horse battery';

async function person() {
  const browser = new Browser(core.url);
  const email = `${randomUUID()}@example.org`;
  await browser.signUp(email);
  const user = (await findUserByEmail(email))!;
  const [own] = await listWorkspacesOf(user.id);
  return { browser, userId: user.id, workspaceId: own!.id };
}

/** Two people. The second joined by an invitation for this role. */
async function pair(role: string) {
  const [owner, other] = [await person(), await person()];
  const { html } = await owner.browser.submit('/app/members', '/app/members/invite', {
    note: 'Grace',
    role,
    password,
  });
  const path = /\/app\/join\/[\w-]+/.exec(html)![0];
  await other.browser.submit(path, path, {});
  const rolesNow = async () =>
    Object.fromEntries((await membersOf(owner.workspaceId)).map((one) => [one.userId, one.role]));
  return { owner, other, rolesNow };
}

test.each(['admin', 'member', 'viewer'])('an invited person joins with the role %s', async (role) => {
  const { other, rolesNow } = await pair(role);
  expect((await rolesNow())[other.userId]).toBe(role);
});

test('an invitation never creates an owner', async () => {
  const { other, rolesNow } = await pair('owner');
  expect((await rolesNow())[other.userId]).toBe('member');
});

test('the owner transfers the workspace with their password, and stays an admin', async () => {
  const { owner, other, rolesNow } = await pair('member');
  const path = '/app/members/handover';
  const hand = (fields: Record<string, string>) => owner.browser.submit(path, path, fields);
  expect((await hand({ userId: other.userId, password: 'wrong' })).html).toContain('This is not your password.');
  expect((await hand({ userId: 'usr_nobody', password })).html).toContain('Choose a member');
  expect(await rolesNow()).toMatchObject({ [owner.userId]: 'owner', [other.userId]: 'member' });
  expect((await hand({ userId: other.userId, password })).location).toBe('/app/members?notice=handed-over');
  expect(await rolesNow()).toMatchObject({ [owner.userId]: 'admin', [other.userId]: 'owner' });
  expect((await owner.browser.get(path)).status).toBe(403);
});
