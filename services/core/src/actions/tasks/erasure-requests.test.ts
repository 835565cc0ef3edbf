import { afterAll, beforeAll, expect, test } from 'vitest';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { sendDue } from '../../engine/sending/send-due.ts';
import { announceDueTasks } from '../../engine/tasks/announce-tasks.ts';
import { launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core?.stop());

/** Lets the recipient of a campaign ask for erasure, and returns the privacy task. */
async function ask(text = 'Bitte löschen Sie meine Daten.') {
  const { campaignId } = await launchCampaign(core, 1);
  await sendDue(core.deps);
  const [message] = await messagesOf(core, campaignId);
  await injectReply(
    { workspaceId: core.workspaceId, messageId: message.id, from: message.to, subject: 'Re: Hello', text },
    core.deps,
  );
  const { body } = await core.request('GET', `/tasks?type=privacy&contactId=${message.contactId}`);
  return { task: body.data[0], count: body.data.length, message };
}
function close(taskId: string, verb: string, body: object = {}) {
  return core.request('POST', `/tasks/${taskId}/${verb}`, { body });
}

test('a request for erasure suppresses the person and opens a task for the admins', async () => {
  const { task, count, message } = await ask();
  const { body: reply } = await core.request('GET', `/replies/${task.replyId}`);
  expect(reply.data).toMatchObject({ class: 'unsubscribe', asksForErasure: true, needsAction: true });
  const due = new Date(reply.data.receivedAt);
  due.setUTCMonth(due.getUTCMonth() + 1);
  expect(count).toBe(1);
  expect(task).toMatchObject({ type: 'privacy', state: 'open', contactId: message.contactId, campaignId: null });
  expect([due.toISOString().slice(0, 7), task.stepId, task.ownerId]).toEqual([task.dueAt.slice(0, 7), null, null]);
  const { body: checked } = await core.request('GET', `/suppressions/check?value=${encodeURIComponent(message.to)}`);
  expect(checked.data.isSuppressed).toBe(true);
});

test('classifying the reply again opens no second task', async () => {
  const { task } = await ask('Please delete my data.');
  await core.request('POST', `/replies/${task.replyId}/classify`, { body: { class: 'unsubscribe' } });
  const { body } = await core.request('GET', `/tasks?type=privacy&contactId=${task.contactId}`);
  expect(body.data).toHaveLength(1);
  const { body: events } = await core.request('GET', '/events?type=task.created&limit=100');
  const own = events.data.filter(({ subjectId }: { subjectId: string }) => subjectId === task.id);
  expect(own.map(({ data }: { data: object }) => data)).toMatchObject([{ type: 'privacy', dueAt: task.dueAt }]);
});

test('completing it offers erasure, and closing it otherwise requires a reason', async () => {
  const { task } = await ask();
  const bare = await close(task.id, 'skip');
  expect([bare.status, bare.body.error.field]).toEqual([422, 'reason']);
  const later = await close(task.id, 'postpone', { dueAt: '2099-01-01T00:00:00.000Z' });
  expect([later.status, later.body.error.code]).toEqual([409, 'invalid_state']);
  const plan = await core.request('POST', `/tasks/${task.id}/complete?dryRun=true`, { body: {} });
  expect(plan.body.data.warnings[0]).toContain(`erase_contact with ${task.contactId}`);
  const done = await close(task.id, 'complete');
  expect(done.body.summary).toContain(`erase_contact with ${task.contactId}`);
  const other = await ask();
  const skipped = await close(other.task.id, 'skip', { reason: 'Not the person that we store.' });
  expect(skipped.body.data).toMatchObject({ state: 'skipped', outcome: 'Not the person that we store.' });
});

test('completing it at the page leads to the erasure', async () => {
  const { browser, key } = await signUpWithKey(core);
  const { body: stored } = await core.request('POST', '/contacts', { key, body: { email: 'lea@acme.example' } });
  const contactId = stored.data.id;
  const raw = 'From: lea@acme.example\r\nTo: us@sandbox.example\r\nSubject: My data\r\n\r\nPlease delete my data.\r\n';
  expect((await core.request('POST', '/sandbox/inbound', { key, body: { raw } })).status).toBeLessThan(300);
  const [task] = (await core.request('GET', '/tasks?type=privacy', { key })).body.data;
  expect(task).toMatchObject({ contactId, state: 'open' });
  const page = `/app/do/complete_task?taskId=${task.id}&plan`;
  const { html } = await browser.get(page);
  const hidden = [...html.matchAll(/name="(wish|digest|key)" value="([^"]+)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const done = await browser.submit(page, '/app/do/complete_task', Object.fromEntries(hidden));
  expect(done.location).toContain(`/app/do/erase_contact?contactId=${contactId}`);
});

test('it becomes due like other tasks, without a sequence', async () => {
  const { task } = await ask();
  await announceDueTasks(new Date(Date.parse(task.dueAt) + 1), { workspaceId: core.workspaceId });
  const { body } = await core.request('GET', '/events?type=task.due');
  expect(body.data.map(({ subjectId }: { subjectId: string }) => subjectId)).toContain(task.id);
});

test('erasing the contact leaves no task about it', async () => {
  const { task } = await ask();
  expect((await core.request('POST', `/contacts/${task.contactId}/erase`, { body: {} })).status).toBe(200);
  expect((await core.request('GET', `/tasks/${task.id}`)).status).toBe(404);
});
