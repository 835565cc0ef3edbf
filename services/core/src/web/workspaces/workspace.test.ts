import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listWorkspacesOf } from '../../store/members/membership-store.ts';
import { findUserByEmail } from '../../store/members/user-store.ts';
import { findSendingStops } from '../../store/sending/sending-stop-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { Browser } from '../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
let email: string;
// A date in the future, because the store's TTL index removes records that are expired by the real clock.
let now = new Date('2036-05-01T08:00:00Z');

beforeAll(async () => {
  core = await startTestCore({ now: () => now, environment: { GATEWAY_URL: 'http://127.0.0.1:9' } });
});
beforeEach(async () => {
  [browser, email] = await newPerson();
});
afterAll(() => core.stop());

async function newPerson(): Promise<[Browser, string]> {
  const person = new Browser(core.url);
  const address = `${randomUUID()}@example.org`;
  await person.signUp(address);
  return [person, address];
}

async function workspacesOf(address: string) {
  return listWorkspacesOf((await findUserByEmail(address))!.id);
}
async function ownWorkspace() {
  return (await findWorkspace((await workspacesOf(email))[0]!.id))!;
}

async function invite() {
  const { html } = await browser.submit('/app/members', '/app/members/invite', { note: 'Grace' });
  return /\/app\/join\/[\w-]+/.exec(html)![0];
}

const password = 'correct horse battery';
const limits = { password, classes: 'question', perDay: '5', undoMinutes: '15', quietFrom: '21:00', quietTo: '07:30' };

test('a person enables and disables each half of autopilot, and the audit log records it', async () => {
  await browser.submit('/app/autopilot', '/app/autopilot/answers', { autopilot: 'on', ...limits });
  const quietHours = { from: '21:00', to: '07:30' };
  const answers = { isOn: true, classes: ['question'], perDay: 5, undoMinutes: 15, quietHours };
  expect((await ownWorkspace()).autopilotRules).toMatchObject({ answers });
  expect((await browser.get('/app')).html).toContain('Switched autopilot on for answers.');
  await browser.submit('/app/autopilot', '/app/autopilot/launches', {
    autopilot: 'on',
    recipientsPerDay: '40',
    password,
  });
  await browser.submit('/app/autopilot', '/app/autopilot/answers', { autopilot: 'off' });
  expect((await ownWorkspace()).autopilotRules).toMatchObject({
    answers: { ...answers, isOn: false },
    launches: { isOn: true, recipientsPerDay: 40 },
  });
  await browser.submit('/app/autopilot', '/app/autopilot/launches', { autopilot: 'off' });
  expect((await ownWorkspace()).autopilotRules).toMatchObject({ launches: { isOn: false } });
});

test.each([
  ['perDay', '0', 'Give a number from 1'],
  ['quietTo', '21:00', 'another time'],
  ['template-question', '{{ nickname }}', 'nickname'],
])('autopilot cannot be enabled with %s %s', async (field, value, says) => {
  const form = { autopilot: 'on', ...limits, [field]: value };
  const { html } = await browser.submit('/app/autopilot', '/app/autopilot/answers', form);
  expect(html).toContain(says);
  expect((await ownWorkspace()).autopilotRules?.answers?.isOn ?? false).toBe(false);
});

test('enabling autopilot requires the password, and disabling it does not', async () => {
  const wrong = { autopilot: 'on', recipientsPerDay: '40', password: 'of somebody else' };
  const refused = await browser.submit('/app/autopilot', '/app/autopilot/launches', wrong);
  expect([refused.status, refused.html.includes('This is not your password.')]).toEqual([422, true]);
  expect((await ownWorkspace()).autopilotRules?.launches?.isOn ?? false).toBe(false);
  await browser.submit('/app/autopilot', '/app/autopilot/launches', { ...wrong, password });
  expect((await ownWorkspace()).autopilotRules?.launches?.isOn).toBe(true);
  await browser.submit('/app/autopilot', '/app/autopilot/launches', { autopilot: 'off' });
  expect((await ownWorkspace()).autopilotRules?.launches?.isOn).toBe(false);
});

test('the audit log records a person’s actions on pages with their network address', async () => {
  const { id } = await ownWorkspace();
  await browser.submit('/app/settings', '/app/settings/sending', { sending: 'stop' });
  await browser.submit('/app/integrations/keys/new', '/app/integrations/keys', {
    name: 'Agent',
    scopes: ['contacts:read'],
    password,
  });
  await invite();
  const entries = await mongoose.connection.db!.collection('audit').find({ workspaceId: id }).toArray();
  expect(entries.map(({ action, address }) => [action, address]).sort()).toEqual([
    ['create_api_key', '127.0.0.1'],
    ['create_workspace', '127.0.0.1'],
    ['invite_member', '127.0.0.1'],
    ['stop_sending', '127.0.0.1'],
  ]);
});

test('a person stops all sending and resumes it; a key can only stop', async () => {
  const { id } = await ownWorkspace();
  await browser.submit('/app/settings', '/app/settings/sending', { sending: 'stop' });
  expect(await findSendingStops(id)).toMatchObject([{ id, reason: 'person' }]);
  expect((await browser.get('/app')).html).toContain('Sending is stopped');
  expect((await core.request('POST', '/sending/resume', { body: {} })).status).toBe(404);
  await browser.submit('/app/settings', '/app/settings/sending', { sending: 'resume' });
  expect(await findSendingStops(id)).toEqual([]);
});

test('no key can enable autopilot', async () => {
  for (const method of ['POST', 'PATCH', 'PUT']) {
    const answer = await core.request(method, '/settings', { body: { autopilot: true } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
  expect((await findWorkspace(core.workspaceId))?.autopilotRules).toEqual({});
});

test('saves settings, and shows an error beside an invalid one with the input kept', async () => {
  const hours = { days: ['mon', 'fri'], from: '08:30', to: '18:00' };
  const address = '1 Main St\r\nLondon';
  const fields = { name: 'Engines', senderName: 'Ada', postalAddress: address, timeZone: 'Europe/London', ...hours };
  const saved = await browser.submit('/app/settings', '/app/settings', fields);
  expect(saved.location).toContain('settings-saved');
  expect((await ownWorkspace()).settings).toMatchObject({
    postalAddress: '1 Main St\nLondon',
    timeZone: 'Europe/London',
    window: { ...hours, timeZone: 'recipient' },
  });
  const wrong = await browser.submit('/app/settings', '/app/settings', {
    ...fields,
    name: '',
    timeZone: 'Mars/Olympus',
    days: [],
    to: '07:00',
  });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toContain('The workspace needs a name.');
  for (const text of ['Choose a time zone', 'at least one day', 'later than the start']) {
    expect(wrong.html).toContain(text);
  }
  expect(wrong.html).toContain('1 Main St');
  expect((await ownWorkspace()).name).toBe('Engines');
});

test('an invitation admits one colleague, who sees the same workspace', async () => {
  const path = await invite();
  const [grace, graceEmail] = await newPerson();
  expect((await grace.get(path)).html).toContain('Join Analytical Engines');
  expect((await grace.submit(path, path, {})).location).toContain('joined');
  const { id } = await ownWorkspace();
  expect(await workspacesOf(graceEmail)).toContainEqual({ id, name: 'Analytical Engines', role: 'member' });
  const [other] = await newPerson();
  expect((await other.get(path)).status).toBe(410);
  expect((await grace.get('/app/settings/erase')).status).toBe(200);
  const erase = await grace.submit('/app/settings/erase', '/app/settings/erase', { name: 'Analytical Engines' });
  expect(erase.status).toBe(403);
});

test('an invitation used by several people concurrently admits one of them', async () => {
  const path = await invite();
  const people = await Promise.all(Array.from({ length: 4 }, newPerson));
  const answers = await Promise.all(people.map(([person]) => person.submit(path, path, {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 410, 410, 410]);
});

test('an invitation ends after one week, or when it is withdrawn', async () => {
  const [old, withdrawn] = [await invite(), await invite()];
  const { html } = await browser.get('/app/members');
  const [, remove] = /action="(\/app\/members\/invitations\/inv_\w+\/remove)"/.exec(html)!;
  await browser.submit('/app/members', remove!, {});
  const stranger = new Browser(core.url);
  expect((await stranger.get(withdrawn)).status).toBe(410);
  expect((await stranger.get(old)).status).toBe(200);
  const before = now;
  now = new Date(now.getTime() + 7 * 24 * 3_600_000);
  expect((await stranger.get(old)).status).toBe(410);
  now = before;
});

test('only the owner removes others; a member may leave; the owner stays', async () => {
  const path = await invite();
  const [grace, graceEmail] = await newPerson();
  await grace.submit(path, path, {});
  const [owner, member] = [await findUserByEmail(email), await findUserByEmail(graceEmail)];
  const { id } = await ownWorkspace();
  expect((await grace.submit('/app/members', `/app/members/${owner!.id}/remove`, {})).status).toBe(403);
  await browser.submit('/app/members', `/app/members/${owner!.id}/remove`, {});
  expect(await workspacesOf(email)).toHaveLength(1);
  await browser.submit('/app/members', `/app/members/${member!.id}/remove`, {});
  expect((await workspacesOf(graceEmail)).map((workspace) => workspace.id)).not.toContain(id);
});

test('an additional workspace starts empty, and a person can switch only to their own workspaces', async () => {
  const first = await ownWorkspace();
  await browser.submit('/app/workspaces/new', '/app/workspaces', { name: 'Second' });
  const home = await browser.get('/app');
  expect(home.html).toMatch(/side-top[^>]*title="Second"/);
  expect(home.html).toContain('<strong>0</strong>');
  await browser.submit('/app', '/app/workspaces/switch', { workspaceId: first.id });
  expect((await browser.get('/app')).html).toMatch(/side-top[^>]*title="Analytical Engines"/);
  const foreign = await browser.submit('/app', '/app/workspaces/switch', { workspaceId: core.workspaceId });
  expect(foreign.status).toBe(404);
});

test('erasing requires the name, and leaves no data of the workspace in any collection', async () => {
  const { id } = await ownWorkspace();
  await invite();
  const created = await browser.submit('/app/integrations/keys/new', '/app/integrations/keys', {
    name: 'Agent',
    scopes: ['contacts:write', 'contacts:read'],
    password,
  });
  const key = /obk_live_\w{38}/.exec(created.html)![0];
  const contact = { email: 'prospect@example.org', firstName: 'P', lastName: 'Q' };
  expect((await core.request('POST', '/contacts', { key, idempotencyKey: 'one', body: contact })).status).toBe(201);

  const refused = await browser.submit('/app/settings/erase', '/app/settings/erase', {
    name: 'analytical engines',
    password,
  });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('Type the name exactly');
  const unproved = { name: 'Analytical Engines', password: 'of somebody else' };
  const stranger = await browser.submit('/app/settings/erase', '/app/settings/erase', unproved);
  expect([stranger.status, stranger.html.includes('This is not your password.')]).toEqual([422, true]);
  const erased = await browser.submit('/app/settings/erase', '/app/settings/erase', { ...unproved, password });
  expect(erased.location).toContain('workspace-erased');

  expect(await collectionsWith(id)).toEqual([]);
  expect((await core.request('GET', '/contacts', { key })).status).toBe(401);
  expect((await browser.get('/app')).location).toBe('/app/workspaces/new');
});

test('if sign-up requires an invitation, only an invited person gets an account', async () => {
  const { createApp } = await import('../../app.ts');
  const config = { ...core.config, isSignUpOpen: false };
  const server = createApp({ ...core.deps, config }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const visitor = new Browser(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
  expect((await visitor.get('/app/sign-up')).status).toBe(403);
  const account = {
    name: 'Grace',
    email: `${randomUUID()}@example.org`,
    password: 'a long password',
    workspaceName: 'G',
  };
  const uninvited = await visitor.submit('/app/sign-in', '/app/sign-up', { ...account, next: '/app/join/guess' });
  expect(uninvited.status).toBe(403);
  expect(await findUserByEmail(account.email)).toBeNull();
  const next = await invite();
  expect((await visitor.submit(`/app/sign-up?next=${next}`, '/app/sign-up', { ...account, next })).location).toBe(next);
  server.close();
});

/** Names of all collections that contain the text. Rate limits expire within minutes. */
async function collectionsWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await mongoose.connection.db!.listCollections().toArray()) {
    if (name === 'rate_limits') continue;
    const documents = await mongoose.connection.db!.collection(name).find().toArray();
    if (JSON.stringify(documents).includes(text)) found.push(name);
  }
  return found;
}
