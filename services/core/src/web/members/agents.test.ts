import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
/** Pending previews as the gateway reports them, by preview ID. */
const waiting = new Map<string, { agentId: string; summary: string; isDeclined?: boolean; isAgreed?: boolean }>();
const gateway = createServer(({ url = '', method }, response) => {
  const { pathname } = new URL(url, 'http://gateway');
  if (method === 'DELETE') return response.writeHead(waiting.delete(pathname.split('/').at(-1)!) ? 204 : 404).end();
  if (method === 'POST') {
    const [id, one] = [pathname.split('/').at(-2)!, waiting.get(pathname.split('/').at(-2)!)];
    if (one) waiting.set(id, { ...one, isDeclined: false, isAgreed: true });
    return response.writeHead(one ? 204 : 404).end();
  }
  const facts = { credits: 2, createdAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-01T00:15:00Z' };
  const previews = [...waiting].map(([id, one]) => ({ id, action: 'create_tag', ...facts, ...one }));
  return response.end(JSON.stringify(pathname.endsWith('/previews') ? { previews } : { grants: [] }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  core = await startTestCore({ environment: { GATEWAY_INTERNAL_URL: `http://127.0.0.1:${port}` } });
});
afterAll(async () => {
  gateway.close();
  await core.stop();
});

test('the page of a key shows its prepared actions and their outcome', async () => {
  const { browser, key } = await signUpWithKey(core);
  const asking = await makeKeyOnPage(browser);
  const keyId = (await core.request('GET', '/audit?action=create_api_key', { key })).body.data[0].subjectIds[0];
  const body = { ids: await peopleFound(key) };
  const asked = await core.request('POST', '/search/people/reveal', { key: asking, body });
  expect(asked.status).toBe(202);
  const { html } = await browser.get(`/app/agents/${keyId}`);
  expect(html).toContain(`href="/app/approvals/${asked.body.data.approval.id}"`);
  expect(html).toMatch(/Requests<[\s\S]*state amber">Pending</);
});

/** More people than a key may reveal in a day without approval. */
async function peopleFound(key: string): Promise<string[]> {
  const { body } = await core.request('POST', '/search/people', { key, body: { seniorities: ['c_suite'], limit: 50 } });
  return body.data.people.map(({ id }: { id: string }) => id);
}

test('one click suspends a key, which is rejected immediately, and one resumes it', async () => {
  const { browser, key } = await signUpWithKey(core);
  const other = await makeKeyOnPage(browser);
  const keyId = (await core.request('GET', '/audit?action=create_api_key', { key })).body.data[0].subjectIds[0];
  const statusOf = async (by: string) => (await core.request('GET', '/contacts', { key: by })).status;
  const path = `/app/agents/${keyId}`;
  expect((await browser.submit(path, path, { decision: 'suspend' })).location).toBe(path);
  expect((await browser.get('/app/agents')).html).toContain('Suspended');
  expect([await statusOf(other), await statusOf(key)]).toEqual([403, 200]);
  const refused = await core.request('GET', '/contacts', { key: other });
  expect(refused.body.error.message).toContain('is suspended in this workspace');
  await browser.submit(path, path, { decision: 'resume' });
  expect(await statusOf(other)).toBe(200);
  const audit = await core.request('GET', '/audit?action=suspend_agent', { key });
  expect(audit.body.data[0]).toMatchObject({ via: 'app', subjectIds: [keyId] });
  expect((await browser.submit('/app/agents', '/app/agents/key_nobody', { decision: 'suspend' })).status).not.toBe(302);
});

test('unconfirmed actions of a key are shown, and can be declined with one click', async () => {
  const { browser, key } = await signUpWithKey(core);
  const keyId = (await core.request('GET', '/me', { key })).body.data.actor.id;
  waiting.set('cnf_1', { agentId: keyId, summary: 'Would create the tag "vip".' });
  waiting.set('cnf_2', { agentId: 'key_of_others', summary: 'Would create the tag "no".' });
  const path = `/app/agents/${keyId}`;
  expect((await browser.get('/app/agents')).html).toContain('1 waiting for confirmation');
  const { html } = await browser.get(path);
  expect(html).toContain('This will create the tag &#34;vip&#34;.');
  expect(html).not.toContain('key_of_others');
  expect((await browser.submit(path, `${path}/refuse`, { previewId: 'cnf_1' })).location).toBe(path);
  expect((await browser.get(path)).html).toContain('Rejected. It will not run.');
  expect([...waiting.keys()]).toEqual(['cnf_2']);
  await browser.submit(path, `${path}/refuse`, { previewId: 'cnf_1' });
  expect((await browser.get(path)).html).toContain('already confirmed or has expired');
  const audit = await core.request('GET', '/audit?action=refuse_preview', { key });
  expect(audit.body.data).toHaveLength(1);
});

test('a person can agree once on the page to an action that a client has declined', async () => {
  const { browser, key } = await signUpWithKey(core);
  const keyId = (await core.request('GET', '/me', { key })).body.data.actor.id;
  waiting.set('cnf_3', { agentId: keyId, summary: 'Would create the list "Ask".', isDeclined: true });
  const path = `/app/agents/${keyId}`;
  expect((await browser.get(path)).html).toContain('Declined in the client');
  expect((await browser.submit(path, `${path}/agree`, { previewId: 'cnf_3' })).location).toBe(path);
  const { html } = await browser.get(path);
  expect(html).toContain('Agreed. Tell the agent to confirm it now.');
  expect(html).toMatch(/badge green">Agreed</);
  expect(html).not.toContain(`${keyId}/agree`);
  expect((await browser.submit(path, `${path}/agree`, { previewId: 'cnf_unknown' })).location).toBe(path);
  expect((await browser.get(path)).html).toContain('already confirmed or has expired');
  const audit = await core.request('GET', '/audit?action=agree_to_preview', { key });
  expect(audit.body.data).toMatchObject([{ via: 'app', subjectIds: [keyId] }]);
});
