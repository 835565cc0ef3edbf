import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { addContact, alwaysOpen } from '../../testing/campaign-setup.ts';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
/** A key whose requests need approval, and one whose requests do not. */
let key: string;
let unattended: string;

beforeAll(async () => {
  core = await startTestCore();
  ({ browser, key: unattended } = await signUpWithKey(core));
  key = await makeKeyOnPage(browser);
  await core.request('PATCH', '/settings', { key, body: { postalAddress: '1 Long Street, London' } });
});
afterAll(() => core.stop());

async function campaign(more: object = {}) {
  const steps = [{ subject: 'Hello {{ firstName }}', body: 'A question.' }];
  const body = { name: `Autumn ${randomUUID()}`, steps, window: alwaysOpen, ...more };
  const { id } = (await core.request('POST', '/campaigns', { key, body })).body.data;
  const contactIds = [await addContact(core, {}, key), await addContact(core, {}, key)];
  await core.request('POST', `/campaigns/${id}/enrollments`, { key, body: { contactIds } });
  return { id: id as string, contactIds };
}
async function stateOf(id: string): Promise<string> {
  return (await core.request('GET', `/campaigns/${id}`, { key })).body.data.state;
}
function askToLaunch(id: string) {
  return core.request('POST', `/campaigns/${id}/launch`, { key, idempotencyKey: `launch-${id}`, body: {} });
}
/** All values of the page's bulk form, selected or not. */
function digestsIn(html: string) {
  return Object.fromEntries(
    [...html.matchAll(/name="(digest\.apr_\w+)" value="([^"]+)"/g)].map(([, name, value]) => [name!, value!]),
  );
}

test('approves selected requests as shown, and keeps changed ones pending with a notice', async () => {
  const [one, other, left] = [await campaign(), await campaign(), await campaign()];
  const ids: string[] = [];
  for (const { id } of [one, other, left]) ids.push((await askToLaunch(id)).body.data.approval.id);
  const rows = await browser.get('/app/approvals');
  for (const id of ids) expect(rows.html).toContain(`href="/app/approvals/${id}"`);
  const { html } = await browser.submit('/app/approvals', '/app/approvals', {
    id: ids.slice(0, 2),
    decision: 'approve',
  });
  expect(html).toContain('Approve 2 requests');
  expect(html).toContain('2 recipients');
  expect(await stateOf(one.id)).toBe('draft');
  const contactIds = [await addContact(core, {}, key)];
  await core.request('POST', `/campaigns/${other.id}/enrollments`, { key, body: { contactIds } });
  const fields = { ...digestsIn(html), isShown: '1', id: ids.slice(0, 2), decision: 'approve' };
  await browser.submit('/app/approvals', '/app/approvals', fields);
  expect([await stateOf(one.id), await stateOf(other.id), await stateOf(left.id)]).toEqual([
    'running',
    'draft',
    'draft',
  ]);
  const after = (await browser.get('/app/approvals')).html;
  expect(after).toContain('1 request approved.');
  expect([after.includes(ids[0]!), after.includes(ids[1]!)]).toEqual([false, true]);
  await browser.submit('/app/approvals', '/app/approvals', { id: ids.slice(1), decision: 'decline' });
  expect((await browser.get('/app/approvals')).html).toContain('No pending approvals');
});

test('pending messages of one text are one row; each is edited separately, and all are approved together', async () => {
  const { id } = await campaign({ approval: 'each_message' });
  expect((await core.request('POST', `/campaigns/${id}/launch`, { key: unattended, body: {} })).status).toBe(200);
  const list = (await browser.get('/app/approvals')).html;
  const rows = [...list.matchAll(/id="row-(msg_\w{26})"/g)].map(([, messageId]) => messageId!);
  expect(rows).toHaveLength(1);
  expect(list).toContain('+1</span>');
  const path = `/app/approvals/messages/${rows[0]}`;
  const { html } = await browser.get(path);
  expect(html).toContain('1 of 2');
  const other = /href="(\/app\/approvals\/messages\/msg_\w{26})"[^>]*data-key="ArrowRight"/s.exec(html)![1]!;
  expect((await browser.get(other)).html).toContain('2 of 2');
  const version = /name="version" value="(\d+)"/.exec(html)![1]!;
  const save = (subject: string) => {
    return browser.submit(path, path, { subject, bodyText: 'In my own words.', version });
  };
  const refused = await save('');
  expect([refused.status, refused.html.includes('In my own words.')]).toEqual([422, true]);
  expect((await save('A better subject')).location).toBe(path);
  expect((await save('Somebody else’s')).html).toContain('role="alert"');
  const asked = (await browser.get(`${path}?ask=approve`)).html;
  expect(asked).toContain('Send 2 messages with this text?');
  const digest = /name="digest" value="([^"]+)"/.exec(asked)![1]!;
  expect((await browser.submit(path, `${path}/approve`, { digest: 'other' })).location).toBe(path);
  expect((await browser.submit(`${path}?ask=approve`, `${path}/approve`, { digest })).location).toBe('/app/approvals');
  const after = await browser.get('/app/approvals');
  expect(after.html).toContain('No pending approvals');
  expect((await browser.get(path)).status).toBe(200);
});

test('selected messages are approved together after a page that shows them, and an agent learns why it was declined', async () => {
  const [{ id }, asked] = [await campaign({ approval: 'each_message' }), await campaign()];
  await core.request('POST', `/campaigns/${id}/launch`, { key: unattended, body: {} });
  const approvalId = (await askToLaunch(asked.id)).body.data.approval.id;
  const row = /id="row-(msg_\w{26})"/.exec((await browser.get('/app/approvals')).html)![1]!;
  const shown = await browser.submit('/app/approvals', '/app/approvals', { id: [row], decision: 'approve' });
  expect(shown.html).toContain('Approve 2 messages');
  const messageId = [...shown.html.matchAll(/name="messageId" value="(\w+)"/g)].map(([, value]) => value!);
  const digest = /name="digest" value="([^"]+)"/.exec(shown.html)![1]!;
  const fields = { isShown: '1', id: [row], messageId, digest, decision: 'approve' };
  await browser.submit('/app/approvals', '/app/approvals', fields);
  expect((await browser.get('/app/approvals')).html).toContain('Approved 2 messages');
  const path = `/app/approvals/${approvalId}`;
  const declined = await browser.submit(path, path, { decision: 'decline', reason: 'Wrong people', next: '1' });
  expect(declined.location).toBe('/app/approvals');
  const again = (await askToLaunch(asked.id)).body;
  expect(again.error.message).toBe('A person declined this: Wrong people');
  const { data } = (await core.request('GET', `/approvals/${approvalId}`, { key })).body;
  expect(data).toMatchObject({ state: 'declined', declineReason: 'Wrong people' });
});

test('messages are not declined together, but canceled on their own pages', async () => {
  const { id } = await campaign({ approval: 'each_message' });
  await core.request('POST', `/campaigns/${id}/launch`, { key: unattended, body: {} });
  const row = /id="row-(msg_\w{26})"/.exec((await browser.get('/app/approvals')).html)![1]!;
  await browser.submit('/app/approvals', '/app/approvals', { id: [row], decision: 'decline' });
  const { html } = await browser.get('/app/approvals');
  expect(html).toContain('Only requests are declined together.');
  expect(html).toContain(`row-${row}`);
});
