import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMailbox, updateMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { addContact, alwaysOpen, twoSteps } from '../../testing/campaign-setup.ts';
import { requestApproved } from '../../testing/request-approved.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;

beforeAll(async () => {
  core = await startTestCore({ environment: { BASE_URL: 'http://127.0.0.1:4700' } });
  await requestApproved(core, 'PATCH', '/settings', {
    body: { postalAddress: 'Acme Ltd, 1 Road, Town', footer: { de: 'Keine Post mehr?' } },
  });
});
afterAll(() => core.stop());

async function launch(mailboxIds: string[]) {
  const contactIds = [await addContact(core, { language: 'de' })];
  const body = { name: 'Out', steps: twoSteps, window: alwaysOpen, mailboxIds };
  const { id } = (await core.request('POST', '/campaigns', { body })).body.data;
  await core.request('POST', `/campaigns/${id}/enrollments`, { body: { contactIds } });
  return core.request('POST', `/campaigns/${id}/launch?dryRun=true`, { body: {} });
}

test('sends nothing from a real mailbox while recipients cannot reach the unsubscribe URL', async () => {
  const smtp = { host: '127.0.0.1', port: 587, security: 'starttls' };
  const mailbox = await core.request('POST', '/mailboxes', { body: { address: 'ada@acme.example', smtp } });
  const refused = await launch([mailbox.body.data.id]);
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain('Recipients could not unsubscribe at http://127.0.0.1:4700');
  expect(refused.body.error.message).toContain('sets BASE_URL to the https address');
  await core.request('DELETE', `/mailboxes/${mailbox.body.data.id}`);
});

test('the sandbox needs no public unsubscribe URL, and its preview uses the workspace’s wording', async () => {
  const allowed = await launch([]);
  expect(allowed.status).toBe(200);
  expect(allowed.body.data.preview.bodyText).toContain('Keine Post mehr? http://127.0.0.1:4700/u/');
  const { body } = await core.request('GET', '/settings');
  expect(body.data.footer).toEqual({ de: 'Keine Post mehr?' });
  const unknown = await core.request('PATCH', '/settings', { body: { footer: { xx: 'What?' } } });
  expect(unknown.status).toBe(422);
});

test('launches a campaign whose mailbox is failing, queues its messages, and warns in the plan', async () => {
  const { workspaceId } = core;
  const own = { kind: 'capture', address: 'ada@acme.example', dailyCap: 10 } as const;
  const { id } = await insertMailbox(workspaceId, own, new Date());
  await updateMailbox(workspaceId, id, { state: 'failing' }, new Date());
  const planned = await launch([id]);
  expect(planned.status, JSON.stringify(planned.body)).toBe(200);
  expect(planned.body.data.warnings).toEqual([expect.stringContaining('All its mailboxes are failing')]);
  await updateMailbox(workspaceId, id, { state: 'paused' }, new Date());
  expect((await launch([id])).body.error.message).toContain('resume or connect one');
});
