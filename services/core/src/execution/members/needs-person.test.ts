import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestApproved } from '../../testing/request-approved.ts';
import { signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let mailboxId: string;
const smtp = { host: '127.0.0.1', port: 587, security: 'starttls', username: 'me', password: 'secret' };
beforeAll(async () => {
  core = await startTestCore();
  const { body } = await core.request('POST', '/mailboxes', { body: { address: 'ada@acme.example', smtp } });
  mailboxId = body.data.id;
  await requestApproved(core, 'POST', '/webhooks', { body: { url: 'https://8.8.8.8/known' } });
});
afterAll(() => core.stop());

function asked(method: string, path: string, body: object) {
  return core.request(method, path.replace('{mailboxId}', mailboxId), { body });
}

test.each([
  ['POST', '/webhooks', { url: 'https://9.9.9.9/new' }, 'new host, 9.9.9.9'],
  ['PATCH', '/settings', { footer: { en: 'Click here' } }, 'text below your emails'],
  ['PATCH', '/settings', { art14Notice: 'Your data is from a directory.' }, 'text below your emails'],
  ['PATCH', '/mailboxes/{mailboxId}', { signature: 'The bank' }, 'signature'],
  ['PATCH', '/mailboxes/{mailboxId}', { replyTo: 'eve@acme.example' }, 'replies of recipients to eve@acme.example'],
  ['POST', '/mailboxes', { address: 'eve@acme.example', smtp, replyTo: 'eve@evil.example' }, 'eve@evil.example'],
  ['POST', '/mailboxes', { address: 'bob@acme.example', smtp, signature: 'The bank' }, 'signature'],
])('%s %s waits for a person, also with an unattended key: %j', async (method, path, body, reason) => {
  const plan = await asked(method, `${path}?dryRun=true`, body);
  expect(plan.body.data.approval).toEqual({ isRequired: true, reason: expect.stringContaining(reason) });
  expect(plan.body.data.isSmall).toBe(false);
  const { status, body: waiting } = await asked(method, path, body);
  expect([status, waiting.data.approval.state]).toEqual([202, 'pending']);
  const done = await requestApproved(core, method, path.replace('{mailboxId}', mailboxId), { body });
  expect([200, 201]).toContain(done.status);
});

test.each([
  ['POST', '/webhooks', { url: 'https://8.8.8.8/second' }],
  ['PATCH', '/settings', { senderName: 'Ada' }],
  ['PATCH', '/mailboxes/{mailboxId}', { dailyCap: 20 }],
])('%s %s with nothing of that kind runs immediately: %j', async (method, path, body) => {
  expect([200, 201]).toContain((await asked(method, path, body)).status);
});

test('a person at the page enters their password', async () => {
  const { browser } = await signUpWithKey(core);
  const page = `/app/do/create_webhook?url=${encodeURIComponent('https://9.9.9.9/page')}&plan`;
  const { html } = await browser.get(page);
  const hidden = [...html.matchAll(/name="(wish|digest|key)" value="([^"]+)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const submit = (password: string) =>
    browser.submit(page, '/app/do/create_webhook', { ...Object.fromEntries(hidden), password });
  expect(html).toContain('Your password');
  expect((await submit('')).html).toContain('Enter your password.');
  expect((await submit('of someone else')).html).toContain('This is not your password.');
  await submit('correct horse battery');
  expect((await browser.get('/app/webhooks')).html).toContain('9.9.9.9/page');
});
