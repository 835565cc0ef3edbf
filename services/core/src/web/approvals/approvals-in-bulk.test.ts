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
  const { html } = await browser.get('/app/approvals');
  expect(html).toContain('2 recipients');
  const contactIds = [await addContact(core, {}, key)];
  await core.request('POST', `/campaigns/${other.id}/enrollments`, { key, body: { contactIds } });
  const fields = { ...digestsIn(html), id: ids.slice(0, 2), decision: 'approve' };
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

test('edits drafts in place, and sends the selected ones together', async () => {
  const { id } = await campaign({ approval: 'each_message' });
  expect((await core.request('POST', `/campaigns/${id}/launch`, { key: unattended, body: {} })).status).toBe(200);
  const { html } = await browser.get('/app/approvals');
  const messageIds = [...new Set(html.match(/msg_\w{26}/g))];
  expect(messageIds).toHaveLength(2);
  const version = /name="version" value="(\d+)"/.exec(html)![1]!;
  const save = (subject: string, at: string) =>
    browser.submit('/app/approvals', `/app/approvals/messages/${messageIds[0]}`, {
      subject,
      bodyText: 'In my own words.',
      version: at,
    });
  const refused = await save('', version);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('In my own words.');
  expect((await save('A better subject', version)).location).toContain(messageIds[0]);
  expect((await save('Somebody else’s', version)).html).toContain('role="alert"');
  expect((await browser.get('/app/approvals')).html).toContain('A better subject');
  const query = messageIds.map((one) => `id=${one}`).join('&');
  const { location } = await browser.get(
    `/app/selected?page=/app/messages&back=/app/approvals&plan=yes&action=approve_messages&${query}`,
  );
  const plan = (await browser.get(location!)).html;
  expect(plan).toContain('In my own words.');
  const hidden = [...plan.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const done = await browser.post('/app/do/approve_messages', Object.fromEntries(hidden.map(([, n, v]) => [n!, v!])));
  expect(done.location).toBe('/app/approvals');
  expect((await browser.get('/app/approvals')).html).toContain('No pending approvals');
});
