import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { grantKinds } from '../../engine/members/authority/grant-kinds.ts';
import { hashPassword } from '../../engine/members/passwords.ts';
import { createInvitation } from '../../store/members/invitation-store.ts';
import { changeRole, findStanding } from '../../store/members/membership-store.ts';
import { createProof, findProof } from '../../store/members/proof-store.ts';
import { createSession, listSessions } from '../../store/members/session-store.ts';
import { createTicket, redeemTicket } from '../../store/members/ticket-store.ts';
import { changePasswordHash } from '../../store/members/user-store.ts';
import { Browser } from '../../testing/browser.ts';
import { seedMember } from '../../testing/seeds/seed-member.ts';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let passwordHash: string;
beforeAll(async () => {
  core = await startTestCore({ environment: { GATEWAY_INTERNAL_URL: 'http://127.0.0.1:9' } });
  passwordHash = await hashPassword('correct horse battery');
});
afterAll(() => core.stop());

let owner: Browser;
let ownerKey: string;
let workspaceId: string;
beforeEach(async () => {
  const made = await signUpWithKey(core);
  owner = made.browser;
  ownerKey = made.key;
  workspaceId = (await core.request('GET', '/me', { key: ownerKey })).body.data.workspace.id;
});

/** A colleague with this role, in a browser of their own, with one grant of each kind that needs no other service. */
async function colleague(role: 'admin' | 'member' | 'viewer' = 'admin') {
  const now = core.deps.now();
  const userId = await seedMember(workspaceId, now, 'none');
  await changePasswordHash(userId, passwordHash, now);
  await changeRole(workspaceId, userId, role);
  const browser = new Browser(core.url);
  browser.cookies.set('outbound_session', (await createSession(userId, workspaceId, now)).token);
  const key = role === 'viewer' ? '' : await makeKeyOnPage(browser);
  const invitation = await createInvitation(workspaceId, { invitedBy: userId, note: '', role: 'admin', now });
  const proof = await createProof('second_step', userId, now);
  const ticket = await createTicket(userId, 'interaction', now);
  return { userId, browser, key, invitation, proof, ticket };
}
type Colleague = Awaited<ReturnType<typeof colleague>>;

function pageOf({ userId }: Colleague, task: string): string {
  return `/app/members/${userId}/${task}`;
}

function submit(who: Colleague, task: string, fields: Record<string, string> = {}, by = owner) {
  return by.submit('/app/members', pageOf(who, task), fields);
}

/** Grants that still work. */
async function left({ userId, key, invitation, proof, ticket }: Colleague): Promise<string[]> {
  const now = core.deps.now();
  const works = {
    key: key !== '' && (await core.request('GET', '/tags', { key })).status === 200,
    invitation: (await new Browser(core.url).get(`/app/join/${invitation}`)).status === 200,
    session: (await listSessions(userId, now)).length > 0,
    'second step': (await findProof('second_step', proof, now)) !== null,
    ticket: (await redeemTicket(ticket, 'interaction', now)) !== null,
  };
  return Object.entries(works).flatMap(([name, isLeft]) => (isLeft ? [name] : []));
}

test('the pages of access, removal, and suspension list every kind of grant, with its last use', async () => {
  const grace = await colleague();
  await core.request('GET', '/tags', { key: grace.key });
  for (const task of ['access', 'remove', 'suspend']) {
    const { status, html } = await owner.get(pageOf(grace, task));
    expect(status, task).toBe(200);
    for (const { name } of grantKinds) expect(html, `${task}: ${name}`).toContain(`<h2>${name}</h2>`);
    expect(html).toContain('Agent (…');
    expect(html).toContain('Sign-in that needs its second step');
    expect(html).toContain('The MCP gateway is not responding');
  }
  const stranger = await colleague('member');
  expect((await stranger.browser.get(pageOf(grace, 'access'))).status).toBe(403);
  expect((await stranger.browser.get(pageOf(stranger, 'access'))).html).toContain('End all access');
});

test.each(['remove', 'suspend'])('%s ends everything that a person let in, and audits it', async (task) => {
  const grace = await colleague();
  expect((await submit(grace, task)).status).toBe(302);
  expect(await left(grace)).toEqual([]);
  expect(await findStanding(workspaceId, grace.userId)).toBeNull();
  const action = task === 'remove' ? 'remove_member' : 'suspend_member';
  const audit = await core.request('GET', `/audit?action=${action}`, { key: ownerKey });
  expect(audit.body.data[0]).toMatchObject({ result: 'ok', subjectIds: [grace.userId] });
});

test('a suspended member is listed, keeps their place, and comes back without what they had let in', async () => {
  const grace = await colleague();
  await submit(grace, 'suspend');
  const state = async () => {
    const { body } = await core.request('GET', '/members', { key: ownerKey });
    return body.data.find((one: { userId: string }) => one.userId === grace.userId)?.state;
  };
  expect(await state()).toBe('suspended');
  expect((await submit(grace, 'suspend')).html).toContain('already suspended');
  const browser = new Browser(core.url);
  browser.cookies.set('outbound_session', (await createSession(grace.userId, workspaceId, core.deps.now())).token);
  expect((await browser.get('/app/tags')).location).toBe('/app/workspaces/new');
  expect((await submit(grace, 'reinstate')).html).toContain('Enter your password.');
  const password = 'correct horse battery';
  expect((await submit(grace, 'reinstate', { password })).location).toContain('member-reinstated');
  expect([await state(), await left(grace)]).toEqual(['active', ['session']]);
  expect((await submit(grace, 'reinstate', { password })).html).toContain('is not suspended');
});

test('a demotion ends what the new role cannot grant, and a promotion does not bring it back', async () => {
  const grace = await colleague();
  const settings = () => core.request('PATCH', '/settings', { key: grace.key, body: { senderName: 'Grace' } });
  expect((await settings()).status).toBe(200);
  const role = (to: string) => submit(grace, 'role', { role: to, password: 'correct horse battery' });
  await role('member');
  expect(await left(grace)).toEqual(['key', 'session', 'second step', 'ticket']);
  expect((await settings()).status).toBe(403);
  const me = await core.request('GET', '/me', { key: grace.key });
  expect(me.body.data.scopes).toContain('contacts:write');
  expect(me.body.data.scopes).not.toContain('settings:write');
  await role('admin');
  expect((await settings()).status).toBe(403);
  await role('viewer');
  expect(await left(grace)).toEqual(['session', 'second step']);
});

test('an invitation works only while its inviter may give its role, also in a sign-up that it allows', async () => {
  const grace = await colleague('member');
  expect((await new Browser(core.url).get(`/app/join/${grace.invitation}`)).status).toBe(410);
  const joiner = new Browser(core.url);
  await joiner.signUp(`${randomUUID()}@example.org`);
  expect((await joiner.submit('/app/tags', `/app/join/${grace.invitation}`, {})).status).toBe(410);
});

test('an admin takes over a key before the removal, with their password, and it becomes theirs', async () => {
  const grace = await colleague();
  const [, target = ''] = /action="([^"]+\/take-over)"/.exec((await owner.get(pageOf(grace, 'remove'))).html)!;
  expect((await owner.submit('/app/members', target, { password: 'wrong' })).html).toContain('This is not your');
  const taken = await owner.submit('/app/members', target, { password: 'correct horse battery' });
  expect(taken.location).toContain('key-taken-over');
  await submit(grace, 'remove');
  expect(await left(grace)).toEqual(['key']);
  expect((await owner.submit('/app/members', target, { password: 'correct horse battery' })).status).toBe(404);
});

test('the owner cannot be removed, suspended, or demoted, and only owners end their own access', async () => {
  const admin = await colleague();
  const { body } = await core.request('GET', '/members', { key: ownerKey });
  const boss = { ...admin, userId: body.data.find((one: { role: string }) => one.role === 'owner').userId };
  for (const [task, fields] of [
    ['remove'],
    ['suspend'],
    ['role', { role: 'admin' }],
    ['role', { role: 'viewer' }],
  ] as const) {
    const { status, html } = await submit(boss, task, fields, admin.browser);
    expect([status >= 400, html.includes('Transfer ownership first.')], task).toEqual([true, true]);
  }
  expect((await submit(boss, 'access', {}, admin.browser)).status).toBe(403);
  expect((await submit(boss, 'remove')).html).toContain('Transfer ownership first.');
  const ended = await submit(boss, 'access');
  expect(ended.location).toContain('access-ended');
  expect((await owner.get('/app/tags')).status).toBe(200);
  expect((await core.request('GET', '/tags', { key: ownerKey })).status).toBe(401);
});

test('inviting an admin requires the password; withdrawing a foreign invitation is reported', async () => {
  const invite = (fields: object) =>
    owner.submit('/app/members', '/app/members/invite', { note: 'x', role: 'admin', ...fields });
  const refused = await invite({});
  expect([refused.status, refused.html.includes('/app/join/')]).toEqual([422, false]);
  expect((await invite({ password: 'correct horse battery' })).html).toContain('/app/join/');
  expect((await owner.submit('/app/members', '/app/members/invitations/inv_none/remove', {})).status).toBe(404);
});

test('a new password ends reset links, pending sign-ins, and other sessions, and lists the keys', async () => {
  const grace = await colleague();
  const fields = { currentPassword: 'correct horse battery', newPassword: 'another battery staple' };
  const link = await createProof('password_reset', grace.userId, core.deps.now());
  const other = await createSession(grace.userId, workspaceId, core.deps.now());
  const changed = await grace.browser.submit('/app/password', '/app/password', fields);
  expect(changed.location).toBe('/app/password?notice=password-changed');
  expect((await new Browser(core.url).get(`/app/reset?token=${link}`)).status).toBe(410);
  const otherBrowser = new Browser(core.url);
  otherBrowser.cookies.set('outbound_session', other.token);
  expect((await otherBrowser.get('/app/tags')).location).toContain('/app/sign-in');
  const { html } = await grace.browser.get('/app/password');
  const [, revoke = ''] = /action="(\/app\/password\/keys\/key_\w+\/revoke)"/.exec(html)!;
  expect(await left(grace)).toEqual(['key', 'invitation', 'session']);
  expect((await owner.submit('/app/password', revoke, {})).status).toBe(404);
  await grace.browser.submit('/app/password', revoke, {});
  expect(await left(grace)).toEqual(['invitation', 'session']);
});
