import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../engine/members/passwords.ts';
import { changeRole } from '../../store/members/membership-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { addContact, alwaysOpen, twoSteps } from '../../testing/campaign-setup.ts';
import { browserOf } from '../../testing/pages/signed-in.ts';
import { seedMember } from '../../testing/seeds/seed-member.ts';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const password = 'correct horse battery';

interface Colleague {
  userId: string;
  browser: Browser;
  /** API key without limits of its own. */
  key: string;
}

describe("members' limits", () => {
  let core: TestCore;
  let owner: Browser;
  let key: string;
  let workspaceId: string;
  let passwordHash: string;

  beforeAll(async () => {
    core = await startTestCore();
    passwordHash = await hashPassword(password);
    ({ browser: owner, key } = await signUpWithKey(core));
    workspaceId = (await core.request('GET', '/me', { key })).body.data.workspace.id;
    await core.request('PATCH', '/settings', { key, body: { postalAddress: '1 Long Street, London' } });
  });
  afterAll(() => core.stop());

  /** Adds a member who may contact one person a day and spend no credits. */
  async function colleague(): Promise<Colleague> {
    const userId = await seedMember(workspaceId, core.deps.now(), passwordHash);
    const browser = await browserOf(core, workspaceId, userId);
    const unattended = await makeKeyOnPage(browser, { unattended: 'on' });
    expect((await limit(owner, userId, { creditsPerDay: '0', recipientsPerDay: '1', password })).status).toBe(302);
    return { userId, browser, key: unattended };
  }

  function limit(by: Browser, userId: string, fields: Record<string, string>) {
    const path = `/app/members/${userId}/limits`;
    return by.submit(path, path, fields);
  }

  async function draft(): Promise<string> {
    const body = { name: 'Autumn', steps: twoSteps, window: alwaysOpen };
    const { id } = (await core.request('POST', '/campaigns', { key, body })).body.data;
    const contactIds = [await addContact(core, {}, key)];
    await core.request('POST', `/campaigns/${id}/enrollments`, { key, body: { contactIds } });
    return id;
  }

  async function launch(by: string) {
    const campaignId = await draft();
    return { campaignId, ...(await core.request('POST', `/campaigns/${campaignId}/launch`, { key: by, body: {} })) };
  }

  async function decide(approvalId: string, by: Browser) {
    const path = `/app/approvals/${approvalId}`;
    const { html } = await by.get(path);
    const digest = /name="digest" value="([^"]+)"/.exec(html)?.[1] ?? '';
    return { shown: html, ...(await by.submit(path, path, { decision: 'approve', digest })) };
  }

  async function stateOf(approvalId: string) {
    return (await core.request('GET', `/approvals/${approvalId}`, { key })).body.data.state;
  }

  test('apply to their keys, and requests over a limit need an owner or admin', async () => {
    const one = await colleague();
    expect((await launch(one.key)).status).toBe(200);
    const second = await launch(one.key);
    expect(second.status).toBe(202);
    const { approval } = second.body.data;
    expect(approval.reason).toContain('this member may go to 1 person a day, of which 1 are used today');
    const me = await core.request('GET', '/me', { key: one.key });
    expect(me.body.data.withoutPerson).toMatchObject({ creditsPerDay: 0, recipientsPerDay: 1 });

    const own = await decide(approval.id, one.browser);
    expect(own.status).toBe(403);
    expect(own.shown).not.toContain('ask=approve');
    expect(await stateOf(approval.id)).toBe('pending');
    expect((await decide(approval.id, owner)).location).toBe(`/app/approvals/${approval.id}`);
    expect(await stateOf(approval.id)).toBe('executed');
  });

  test('apply on the page, and to requests a member approves', async () => {
    const one = await colleague();
    const asking = await makeKeyOnPage(owner);
    const approvalIds = [];
    for (let i = 0; i < 2; i += 1) approvalIds.push((await launch(asking)).body.data.approval.id);
    expect((await decide(approvalIds[0]!, one.browser)).status).toBe(302);
    expect(await stateOf(approvalIds[0]!)).toBe('executed');
    expect((await decide(approvalIds[1]!, one.browser)).shown).toContain('have permission to approve this');

    const page = `/app/do/launch_campaign?campaignId=${await draft()}`;
    const { html } = await one.browser.get(page);
    expect(html).toContain('Needs approval:');
    const hidden = [...html.matchAll(/name="(wish|digest|key)" value="([^"]+)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const done = await one.browser.submit(page, '/app/do/launch_campaign', Object.fromEntries(hidden));
    const [approvalId] = /apr_\w+/.exec(done.html) ?? [];
    expect(done.html).toContain('an owner or an admin');
    expect((await decide(approvalId!, owner)).shown).toContain('in the application');
    expect(await stateOf(approvalId!)).toBe('executed');
  });

  test('apply to credits before any purchase', async () => {
    const one = await colleague();
    const found = await core.request('POST', '/search/people', { key, body: { limit: 1 } });
    const body = { ids: [found.body.data.people[0].id] };
    const asked = await core.request('POST', '/search/people/reveal', { key: one.key, body });
    expect([asked.status, asked.body.data.approval.reason]).toEqual([
      202,
      expect.stringContaining('this member may do none of that'),
    ]);
  });

  test('are set by owners and admins for members only, and end when the role changes', async () => {
    const one = await colleague();
    const none = { creditsPerDay: '', recipientsPerDay: '' };
    expect((await one.browser.get(`/app/members/${one.userId}/limits`)).status).toBe(403);
    expect((await owner.get('/app/members')).html).toContain('0 credits and 1 person a day');
    const listed = await core.request('GET', '/members', { key });
    const found = listed.body.data.find(({ userId }: Colleague) => userId === one.userId);
    expect(found).toMatchObject({ role: 'member', creditsPerDay: 0, recipientsPerDay: 1 });

    await changeRole(workspaceId, one.userId, 'admin');
    expect((await owner.get(`/app/members/${one.userId}/limits`)).status).toBe(409);
    const launched = () => launch(one.key).then(({ status }) => status);
    expect(await launched()).toBe(200);
    expect(await launched()).toBe(200);
    await changeRole(workspaceId, one.userId, 'member');
    expect((await limit(owner, one.userId, { ...none, password })).status).toBe(302);
    expect(await launched()).toBe(200);
  });

  test('require the password above the defaults, and whole numbers', async () => {
    const { userId } = await colleague();
    const raise = (fields: Record<string, string>) => limit(owner, userId, fields);
    expect((await raise({ creditsPerDay: '25', recipientsPerDay: '0' })).status).toBe(302);
    for (const fields of [
      { creditsPerDay: '26', recipientsPerDay: '0' },
      { creditsPerDay: '25', recipientsPerDay: '' },
    ]) {
      expect((await raise(fields)).html).toContain('Enter your password.');
      expect((await raise({ ...fields, password: 'of someone else' })).html).toContain('This is not your password.');
    }
    expect((await raise({ creditsPerDay: '1.5', recipientsPerDay: '0', password })).html).toContain('whole number');
    const { body } = await core.request('GET', '/members', { key });
    const shown = body.data.find((member: Colleague) => member.userId === userId);
    expect(shown).toMatchObject({ creditsPerDay: 25, recipientsPerDay: 0 });
  });

  test('are no longer an operation: the response names the page', async () => {
    const { status, body } = await core.request('PUT', '/members/usr_1/limits', { key, body: { creditsPerDay: 9 } });
    expect([status, body.error.code]).toEqual([410, 'removed']);
    expect(body.error.message).toContain('/app/members/usr_1/limits');
    expect((await core.request('GET', '/members/usr_1/limits', { key })).status).toBe(404);
  });
});
