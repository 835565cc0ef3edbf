import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findApprovalByKey } from '../../store/approvals/approval-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { addContact, alwaysOpen, twoSteps } from '../../testing/campaign-setup.ts';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const dayMs = 24 * 60 * 60_000;

describe('approvals by a member', () => {
  let core: TestCore;
  let offsetMs = 0;
  let browser: Browser;
  /** A key whose requests need approval. */
  let key: string;
  let unattended: string;

  beforeAll(async () => {
    core = await startTestCore({ now: () => new Date(Date.now() + offsetMs) });
    ({ browser, key: unattended } = await signUpWithKey(core));
    key = await makeKeyOnPage(browser);
    const postalAddress = 'Analytical Engines, 1 Long Street, London';
    await core.request('PATCH', '/settings', { key, body: { postalAddress } });
  });
  afterAll(() => core.stop());

  async function draft(): Promise<{ campaignId: string; path: string }> {
    const body = { name: `Autumn ${randomUUID()}`, steps: twoSteps, window: alwaysOpen };
    const campaignId = (await core.request('POST', '/campaigns', { key, body })).body.data.id;
    const contactIds = [await addContact(core, {}, key)];
    await core.request('POST', `/campaigns/${campaignId}/enrollments`, { key, body: { contactIds } });
    return { campaignId, path: `/campaigns/${campaignId}/launch` };
  }
  async function launch(path: string, idempotencyKey: string, by = key) {
    return core.request('POST', path, { key: by, idempotencyKey, body: {} });
  }
  async function stateOf(campaignId: string): Promise<string> {
    return (await core.request('GET', `/campaigns/${campaignId}`, { key })).body.data.state;
  }
  async function decide(approvalId: string, decision: 'approve' | 'decline', by = browser) {
    const path = `/app/approvals/${approvalId}`;
    const { html } = await by.get(path);
    const digest = /name="digest" value="([^"]+)"/.exec(html)?.[1] ?? '';
    return by.submit(path, path, { decision, digest });
  }
  async function workspaceOf(by: string): Promise<string> {
    return (await core.request('GET', '/me', { key: by })).body.data.workspace.id;
  }
  function approvalOf(id: string) {
    return core.request('GET', `/approvals/${id}`, { key });
  }

  test('a launch needs a member, who sees its exact effects, and an approval runs it once', async () => {
    const { campaignId, path } = await draft();
    const dry = await core.request('POST', `${path}?dryRun=true`, { key, body: {} });
    expect(dry.body.data).toMatchObject({ recipients: 1, approval: { isRequired: true } });
    const asked = await launch(path, 'launch-1');
    expect(asked.status).toBe(202);
    const { approval } = asked.body.data;
    expect(approval).toMatchObject({
      id: expect.stringMatching(/^apr_/),
      state: 'pending',
      reason: expect.any(String),
    });
    expect(approval.url).toBe(`${core.config.baseUrl}/app/approvals/${approval.id}`);
    expect(await stateOf(campaignId)).toBe('draft');
    expect((await launch(path, 'launch-1')).body.data.approval.id).toBe(approval.id);

    expect((await browser.get('/app/approvals')).html).toContain(approval.id);
    expect((await browser.get('/app')).html).toContain('Approvals 1');
    const { html } = await browser.get(`/app/approvals/${approval.id}`);
    for (const shown of ['Agent', 'a question', 'Reason for approval', 'Recipients']) expect(html).toContain(shown);
    expect((await decide(approval.id, 'approve')).location).toBe(`/app/approvals/${approval.id}`);
    expect(await stateOf(campaignId)).toBe('running');
    expect((await approvalOf(approval.id)).body.data).toMatchObject({
      state: 'executed',
      decidedBy: { kind: 'user', name: 'Ada Lovelace' },
      outcome: { summary: expect.stringContaining('Launched'), errorCode: null },
    });
    const again = await launch(path, 'launch-1');
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await decide(approval.id, 'approve')).status).toBe(409);
    const { body: audit } = await core.request('GET', '/audit?action=launch_campaign&result=ok', { key });
    expect(audit.data[0]).toMatchObject({ actor: { kind: 'api_key' }, approvedBy: { name: 'Ada Lovelace' } });
  });

  test('a declined request reports that, and nothing has happened', async () => {
    const { campaignId, path } = await draft();
    const { approval } = (await launch(path, 'launch-2')).body.data;
    await decide(approval.id, 'decline');
    const again = await launch(path, 'launch-2');
    expect([again.status, again.body.error.code]).toEqual([403, 'approval_declined']);
    const decided = (await browser.get('/app/approvals/decided')).html;
    expect(decided).toContain(`href="/app/approvals/${approval.id}"`);
    expect(decided).toMatch(/Declined.*Ada Lovelace/s);
    expect((await decide(approval.id, 'approve')).status).toBe(409);
    expect(await stateOf(campaignId)).toBe('draft');
  });

  test('an approval expires after three days without a decision', async () => {
    const { campaignId, path } = await draft();
    const { approval } = (await launch(path, 'launch-3')).body.data;
    offsetMs = 3 * dayMs + 1_000;
    const again = await launch(path, 'launch-3');
    expect([again.status, again.body.error.code]).toEqual([410, 'approval_expired']);
    expect((await approvalOf(approval.id)).body.data.state).toBe('expired');
    offsetMs = 0;
    expect(await stateOf(campaignId)).toBe('draft');
  });

  test('shows a plan again if it changed after the page was opened, and runs nothing', async () => {
    const { campaignId, path } = await draft();
    const { approval } = (await launch(path, 'launch-4')).body.data;
    const page = `/app/approvals/${approval.id}`;
    const digest = /name="digest" value="([^"]+)"/.exec((await browser.get(page)).html)![1]!;
    const contactIds = [await addContact(core, {}, key)];
    await core.request('POST', `/campaigns/${campaignId}/enrollments`, { key, body: { contactIds } });
    const changed = await browser.submit(page, page, { decision: 'approve', digest });
    expect(changed.status).toBe(412);
    expect(changed.html).toContain('Something has changed since this was shown');
    expect(await stateOf(campaignId)).toBe('draft');
    await decide(approval.id, 'approve');
    expect(await stateOf(campaignId)).toBe('running');
  });

  test('two members who approve concurrently launch it once', async () => {
    const { campaignId, path } = await draft();
    const { approval } = (await launch(path, 'launch-5')).body.data;
    const page = `/app/approvals/${approval.id}`;
    const { html } = await browser.get(page);
    const digest = /name="digest" value="([^"]+)"/.exec(html)![1]!;
    const _csrf = /name="_csrf" value="([^"]+)"/.exec(html)![1]!;
    await Promise.all([1, 2].map(() => browser.post(page, { _csrf, decision: 'approve', digest })));
    expect(await stateOf(campaignId)).toBe('running');
    const { body } = await core.request('GET', `/audit?action=launch_campaign&subjectId=${campaignId}&result=ok`, {
      key,
    });
    expect(body.data).toHaveLength(1);
  });

  test('hides an approval from other workspaces, and revoking the key cancels it', async () => {
    const { path } = await draft();
    const revoked = await makeKeyOnPage(browser);
    const { approval } = (await launch(path, 'launch-6', revoked)).body.data;
    const stranger = await signUpWithKey(core);
    expect((await stranger.browser.get(`/app/approvals/${approval.id}`)).status).toBe(404);
    const foreign = await core.request('GET', `/approvals/${approval.id}`, { key: stranger.key });
    expect(foreign.status).toBe(404);
    const list = (await browser.get('/app/integrations')).html;
    const row = list.slice(list.indexOf(`…${revoked.slice(-4)}`));
    const revokePath = /action="(\/app\/integrations\/keys\/key_\w+\/revoke)"/.exec(row)![1]!;
    await browser.submit('/app/integrations', revokePath, {});
    expect((await approvalOf(approval.id)).body.data.state).toBe('cancelled');
    expect((await decide(approval.id, 'approve')).status).toBe(409);
  });

  test('ending a connection from the client cancels its pending approvals', async () => {
    const { path } = await draft();
    const { approval } = (await launch(path, 'launch-10')).body.data;
    const { actor, workspaceId } = (await findApprovalByKey(await workspaceOf(key), 'launch_campaign', 'launch-10'))!;
    const end = (secret: string) =>
      fetch(`${core.internalUrl}/internal/connections/ended`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body: JSON.stringify({ workspaceId, grantId: actor.id }),
      });
    expect((await end('wrong')).status).toBe(401);
    expect((await approvalOf(approval.id)).body.data.state).toBe('pending');
    expect((await end('test-internal-secret')).status).toBe(200);
    expect((await approvalOf(approval.id)).body.data.state).toBe('cancelled');
  });

  test('an unattended key launches within its own limits, and the page asks for the password', async () => {
    const first = await draft();
    expect((await launch(first.path, 'launch-7', unattended)).status).toBe(200);
    const password = 'correct horse battery';
    const limited = await makeKeyOnPage(browser, { unattended: 'on', recipientsPerDay: '1', password });
    const [one, two] = [await draft(), await draft()];
    expect((await launch(one.path, 'launch-8', limited)).status).toBe(200);
    expect((await launch(two.path, 'launch-9', limited)).status).toBe(202);
    await expect(makeKeyOnPage(browser, { unattended: 'on', password: 'wrong' })).rejects.toThrow('422');
  });

  test('spending over 25 credits a day needs a person, counted across calls', async () => {
    const found = await core.request('POST', '/search/people', { key, body: { limit: 30 } });
    const ids: string[] = found.body.data.people.map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(30);
    const reveal = (from: number, to: number) =>
      core.request('POST', '/search/people/reveal', { key, body: { ids: ids.slice(from, to) } });
    expect((await reveal(0, 20)).status).toBe(200);
    const asked = await reveal(20, 30);
    expect(asked.status).toBe(202);
    expect(asked.body.data.approval.reason).toContain('25 credits a day');
    expect((await reveal(20, 22)).status).toBe(200);
    const list = await core.request('GET', '/approvals?isPending=true', { key });
    expect(list.body.data[0]).toMatchObject({ action: 'reveal_people', credits: 10, recipients: 0 });
  });
});
