import { afterAll, beforeAll, expect, test } from 'vitest';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { sendDue } from '../../engine/sending/send-due.ts';
import { announceDueTasks } from '../../engine/tasks/announce-tasks.ts';
import {
  addCampaign,
  addContact,
  dryThenReal,
  enrollmentsOf,
  launchCampaign,
  messagesOf,
} from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core?.stop());

const mail = { subject: 'Hello {{ firstName }}', body: 'Hello.' };
const call = { kind: 'task', taskType: 'call', subject: 'Call {{ firstName }}', body: 'Ask {{ custom.none }}.' };

async function tasksOf(campaignId: string, query = '') {
  return (await core.request('GET', `/tasks?campaignId=${campaignId}${query}`)).body.data;
}
async function post(path: string, body: object = {}) {
  const reply = await core.request('POST', path, { body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data;
}
function send() {
  return sendDue(core.deps);
}

test('a sequence pauses at a task and continues in the thread when it is done', async () => {
  const { campaignId } = await launchCampaign(core, 1, { steps: [mail, call, { body: 'Again.' }] });
  await send();
  const [task] = await tasksOf(campaignId);
  expect(task).toMatchObject({ type: 'call', state: 'open', instructions: 'Ask {{ custom.none }}.', stepIndex: 1 });
  expect(task.title).toMatch(/^Call Person/);
  await send();
  expect(await messagesOf(core, campaignId)).toHaveLength(1);
  const status = await core.request('GET', `/campaigns/${campaignId}/sending-status`);
  expect(status.body.data.status).toBe('waiting_for_task');
  const path = `/tasks/${task.id}/complete`;
  const { plan, done } = await dryThenReal(core, 'POST', path, { outcome: 'Left a message' }, `/tasks/${task.id}`);
  expect(plan.effects.map(({ op, type }: { op: string; type: string }) => `${op} ${type}`)).toEqual([
    'update task',
    'update enrollment',
    'create message',
  ]);
  expect(done.body.data).toMatchObject({ state: 'completed', outcome: 'Left a message' });
  await send();
  const [second, first] = await messagesOf(core, campaignId);
  expect(second).toMatchObject({ state: 'sent', stepIndex: 2, subject: `Re: ${first.subject}` });
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'completed' }]);
  const report = (await core.request('GET', `/campaigns/${campaignId}/report`)).body.data;
  expect(report.steps.map(({ kind, sent, tasks }: never) => ({ kind, sent, tasks }))).toMatchObject([
    { kind: 'email', sent: 1 },
    { kind: 'task', sent: 0, tasks: { open: 0, completed: 1, skipped: 0 } },
    { kind: 'email', sent: 1 },
  ]);
});

test('supports a task as the first and the last step', async () => {
  const { campaignId } = await launchCampaign(core, 2, { steps: [call, mail, call] });
  const [one, two] = await tasksOf(campaignId);
  const skipped = await core.request('POST', `/tasks/${one.id}/skip`, { body: { reason: 'No number' } });
  expect(skipped.body.data).toMatchObject({ state: 'skipped' });
  const { body } = await core.request('GET', `/tasks/${one.id}`);
  expect(body.data).toMatchObject({ state: 'skipped', skipReason: 'user' });
  expect((await core.request('POST', `/tasks/${one.id}/complete`, { body: {} })).body.error.code).toBe('invalid_state');
  await post(`/tasks/${two.id}/complete`);
  await send();
  expect(await messagesOf(core, campaignId, '&state=sent')).toHaveLength(2);
  for (const { id } of await tasksOf(campaignId, '&state=open')) await post(`/tasks/${id}/complete`);
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'completed' }, { state: 'completed' }]);
  expect((await core.request('GET', `/campaigns/${campaignId}`)).body.data.state).toBe('completed');
});

test('a reply ends the sequence and its task', async () => {
  const { campaignId } = await launchCampaign(core, 1, { steps: [mail, call] });
  await send();
  const [message] = await messagesOf(core, campaignId);
  const reply = { messageId: message.id, from: message.to, subject: 'Re: Hello', text: 'How much is it?' };
  await injectReply({ workspaceId: core.workspaceId, ...reply }, core.deps);
  expect(await tasksOf(campaignId)).toMatchObject([{ state: 'skipped', skipReason: 'sequence_ended' }]);
});

test('can be assigned, postponed, and listed by owner, and emits one event when due', async () => {
  const { campaignId } = await launchCampaign(core, 1, { steps: [call] });
  const [{ id }] = await tasksOf(campaignId);
  const { userId } = (await core.request('GET', '/me')).body.data.identity ?? {};
  await post(`/tasks/${id}/assign`, { ownerId: null });
  expect(await tasksOf(campaignId, '&mine=true')).toEqual([]);
  if (userId) await post(`/tasks/${id}/assign`, { ownerId: userId });
  const stranger = { ownerId: 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
  expect((await core.request('POST', `/tasks/${id}/assign`, { body: stranger })).body.error.field).toBe('ownerId');
  expect(await tasksOf(campaignId, '&isDue=true')).toHaveLength(1);
  expect((await core.request('GET', '/tasks?mine=true&state=open')).body.data).toHaveLength(userId ? 1 : 0);
  await post(`/tasks/${id}/postpone`, { dueAt: '2099-01-01T00:00:00.000Z' });
  expect(await tasksOf(campaignId, '&isDue=true')).toEqual([]);
  const early = await core.request('POST', `/tasks/${id}/postpone`, { body: { dueAt: '2020-01-01T00:00:00.000Z' } });
  expect(early.body.error.field).toBe('dueAt');
  await announceDueTasks(new Date(), {});
  const due = async () => (await core.request('GET', `/events?type=task.due&subjectId=${id}`)).body.data;
  expect(await due()).toEqual([]);
  await announceDueTasks(new Date('2099-01-02'), {});
  await announceDueTasks(new Date('2099-01-02'), {});
  expect(await due()).toHaveLength(1);
});

test('continues with the next step if the condition is false', async () => {
  const vip = { fields: [{ field: 'custom.tier', operator: 'is', value: 'Gold' }] };
  const steps = [mail, { ...call, condition: vip }, { body: 'For gold.', condition: vip }, { body: 'For all.' }];
  await core.request('PATCH', '/settings', { body: { postalAddress: '1 Road' } });
  const campaignId = await addCampaign(core, { steps });
  const gold = await addContact(core, { customFields: { tier: 'gold' } });
  const other = await addContact(core);
  await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body: { contactIds: [gold, other] } });
  await core.request('POST', `/campaigns/${campaignId}/launch`, { body: {} });
  await send();
  await announceDueTasks(new Date(), {});
  const open = await tasksOf(campaignId, '&state=open');
  expect(open.map(({ contactId }: { contactId: string }) => contactId)).toEqual([gold]);
  await post(`/tasks/${open[0].id}/complete`);
  await send();
  await send();
  const sentTo = async (contactId: string) =>
    (await messagesOf(core, campaignId, `&contactId=${contactId}&state=sent`))
      .map(({ bodyText }: { bodyText: string }) => bodyText)
      .reverse();
  expect(await sentTo(gold)).toEqual(['Hello.', 'For gold.', 'For all.']);
  expect(await sentTo(other)).toEqual(['Hello.', 'For all.']);
});

test('checks conditions on replies when the step is due', async () => {
  const steps = [
    mail,
    { waitMinutes: 0, subject: 'Later', body: 'For those who said not now.', condition: { replyClasses: ['not_now'] } },
    { body: 'For those who were silent.', condition: { replied: false } },
  ];
  const { campaignId, contactIds } = await launchCampaign(core, 2, { steps, stopOnReply: false, newPerDayCap: null });
  await sendDue(core.deps, { workspaceId: core.workspaceId, owner: 'test', clock: core.deps.now });
  const bodies = async (contactId: string) =>
    (await messagesOf(core, campaignId, `&contactId=${contactId}&state=sent`)).length;
  expect(await bodies(contactIds[0]!)).toBe(2);
  const left = await messagesOf(core, campaignId, '&state=skipped');
  expect(left).toMatchObject([{ skipReason: 'condition_not_met' }, { skipReason: 'condition_not_met' }]);
});

test.each([
  [[{ kind: 'task', body: 'x' }], 'steps.0.subject'],
  [[{ kind: 'task', subject: 'x', variants: [] }], 'steps.0.variants'],
  [[{ ...mail, taskType: 'call' }], 'steps.0.taskType'],
  [[{ subject: 'x' }], 'steps.0.body'],
  [
    [{ ...mail, condition: { fields: [{ field: 'nickname', operator: 'is_set' }] } }],
    'steps.0.condition.fields.0.field',
  ],
  [[{ ...mail, condition: { fields: [{ field: 'title', operator: 'is' }] } }], 'steps.0.condition.fields.0.value'],
  [[{ ...mail, condition: { replied: true } }, { body: 'Again' }], 'steps.1.subject'],
  [[{ ...mail, weight: 0, variants: [{ body: 'B', weight: 0 }] }], 'steps.0.weight'],
  [[{ ...call, ownerId: 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAV' }], 'steps.0.ownerId'],
])('rejects %j', async (steps, field) => {
  const { body } = await core.request('POST', '/campaigns', { body: { name: 'Bad', steps } });
  expect(body.error).toMatchObject({ code: 'validation_failed', field });
});
