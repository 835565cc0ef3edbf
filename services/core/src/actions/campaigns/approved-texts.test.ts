import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addCampaign,
  addContact,
  alwaysOpen,
  asIfByPerson,
  messagesOf,
  setPostalAddress,
} from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const now = new Date('2030-01-07T10:00:00Z');
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
  await setPostalAddress(core);
});
afterAll(() => core.stop());

async function send(method: string, path: string, body: object = {}) {
  const reply = await core.request(method, path, method === 'GET' ? {} : { body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}

const steps = [
  { subject: 'One', body: 'Hello {{ firstName | default: "there" }}' },
  { waitDays: 3, body: 'Again {{ firstName | default: "there" }} of {{ companyName }}' },
  { waitDays: 3, body: 'Bye {{ firstName | default: "there" }}' },
];

/** Starts a one-person campaign and sends its first message. */
async function started(over: object = {}) {
  const campaignId = await addCampaign(core, { steps, window: alwaysOpen, ...over });
  const contactId = await addContact(core, { firstName: 'Wrong' });
  await send('POST', `/campaigns/${campaignId}/enrollments`, { contactIds: [contactId] });
  await send('POST', `/campaigns/${campaignId}/launch`);
  await asIfByPerson(core);
  await send('POST', '/sandbox/deliver');
  return { campaignId, contactId };
}
async function later(advance = 'P4D') {
  await send('POST', '/sandbox/clock', { advance });
  await send('POST', '/sandbox/deliver');
}
async function bodies(campaignId: string): Promise<string[]> {
  const sent: { bodyText: string; stepIndex: number }[] = await messagesOf(core, campaignId, '&state=sent');
  return sent.toSorted((a, b) => a.stepIndex - b.stepIndex).map(({ bodyText }) => bodyText);
}
async function waiting(campaignId: string) {
  const [message] = await messagesOf(core, campaignId, '&state=awaiting_approval');
  return message;
}

test('skips the same people in the queue as in the launch plan', async () => {
  const campaignId = await addCampaign(core, { steps: [{ subject: 'One', body: 'Dear [Surname],\n\nwe met.' }] });
  const contactId = await addContact(core);
  await send('POST', `/campaigns/${campaignId}/enrollments`, { contactIds: [contactId] });
  const plan = await send('POST', `/campaigns/${campaignId}/launch?dryRun=true`);
  expect(plan.skipped).toMatchObject([{ id: contactId, reason: expect.stringContaining('[Surname]') }]);
  expect(plan.warnings).toContainEqual(expect.stringContaining('1 of 1 recipient'));
  await send('POST', `/campaigns/${campaignId}/launch`);
  await send('POST', '/sandbox/deliver');
  expect(await messagesOf(core, campaignId)).toEqual([]);
});

test('counts the messages that would start with an empty greeting in the plan', async () => {
  const body = 'Hi {% if title %}{{ title }}{% endif %},\n\nwe met.';
  const campaignId = await addCampaign(core, { steps: [{ subject: 'One', body }] });
  const contactIds = [await addContact(core), await addContact(core), await addContact(core, { title: 'CTO' })];
  await send('POST', `/campaigns/${campaignId}/enrollments`, { contactIds });
  const plan = await send('POST', `/campaigns/${campaignId}/launch?dryRun=true`);
  expect(plan.warnings).toContainEqual(expect.stringMatching(/^2 of 3 recipients: .*“Hi ,”/));
});

test('sends a corrected name, and the fallback for a removed one', async () => {
  const { campaignId, contactId } = await started();
  await send('PATCH', `/contacts/${contactId}`, { firstName: 'Right' });
  await later();
  await send('PATCH', `/contacts/${contactId}`, { firstName: null });
  await later();
  expect(await bodies(campaignId)).toEqual(['Hello Wrong', expect.stringMatching(/^Again Right of /), 'Bye there']);
});

test.each([
  ['a link', { companyName: 'Free money at https://evil.example/now' }],
  ['markup', { companyName: '<b>Acme</b>' }],
  ['an address', { companyName: 'write to eve@evil.example' }],
  ['more than a line', { companyName: 'x'.repeat(81) }],
])('holds a message until someone approves it if a value became %s', async (_what, change) => {
  const { campaignId, contactId } = await started();
  await send('PATCH', `/contacts/${contactId}`, change);
  await later();
  expect(await bodies(campaignId)).toHaveLength(1);
  const held = await waiting(campaignId);
  expect(held).toMatchObject({ holdReason: 'approval_outdated', waitReason: null, approvedAt: null });
  expect(held.bodyText).toContain(change.companyName);
  await send('POST', `/messages/${held.id}/approve`);
  await send('POST', '/sandbox/deliver');
  expect((await bodies(campaignId))[1]).toContain(change.companyName);
});

test('holds a message if a changed value selects a different branch of its text', async () => {
  const body = 'Again{% if title %}, you as {{ title }} will know{% endif %}.';
  const { campaignId, contactId } = await started({ steps: [steps[0], { waitDays: 3, body }] });
  await send('PATCH', `/contacts/${contactId}`, { title: 'CTO' });
  await later();
  expect(await waiting(campaignId)).toMatchObject({ bodyText: 'Again, you as CTO will know.' });
});

test.each([
  ['the footer', () => send('PATCH', '/settings', { postalAddress: `Elsewhere ${Math.random()}` })],
  ['the sender', () => send('PATCH', '/settings', { senderName: `Someone ${Math.random()}` })],
])('holds messages after a change of %s, and sends them after approval', async (_what, change) => {
  const { campaignId } = await started();
  await change();
  await later();
  const held = await waiting(campaignId);
  expect(held).toMatchObject({ holdReason: 'approval_outdated', stepIndex: 1 });
  const { body } = await core.request('POST', '/messages/approve', { body: { campaignId } });
  expect(body.data.approvedCount).toBe(1);
  await send('POST', '/sandbox/deliver');
  expect(await bodies(campaignId)).toHaveLength(2);
});

test('requires another approval before sending to a new email address, as the plan showed', async () => {
  const { campaignId, contactId } = await started({ allowedEmailStatuses: ['valid', 'unverified'] });
  const to = `new${Math.random()}@moved.example`.replace('0.', '');
  const change = { email: to };
  const plan = await send('PATCH', `/contacts/${contactId}?dryRun=true`, change);
  expect(plan.effects).toContainEqual(expect.objectContaining({ op: 'update', type: 'message' }));
  await send('PATCH', `/contacts/${contactId}`, change);
  await later();
  const held = await waiting(campaignId);
  expect(held).toMatchObject({ to, holdReason: 'approval_outdated' });
  await send('POST', `/messages/${held.id}/approve`);
  await send('POST', '/sandbox/deliver');
  expect(await bodies(campaignId)).toHaveLength(2);
});

test('holds a message with a missing value, and sends it once the value returns', async () => {
  const { campaignId, contactId } = await started();
  await send('PATCH', `/contacts/${contactId}`, { companyName: null, companyDomain: null });
  await later();
  const [held] = await messagesOf(core, campaignId, '&state=scheduled');
  expect(held).toMatchObject({ holdReason: 'unresolved_placeholder', stepIndex: 1 });
  await send('PATCH', `/contacts/${contactId}`, { companyName: 'Engines' });
  await send('POST', '/sandbox/deliver');
  expect((await bodies(campaignId))[1]).toBe('Again Wrong of Engines');
});

test('applies edits of a paused campaign to everyone in it on resume', async () => {
  const { campaignId } = await started();
  await send('POST', `/campaigns/${campaignId}/pause`);
  const { steps: known } = await send('GET', `/campaigns/${campaignId}`);
  const [first, , third] = known as { id: string }[];
  const edited = [
    { id: first!.id, ...steps[0] },
    { id: third!.id, waitDays: 5, body: 'Changed {{ firstName }}' },
  ];
  const plan = await send('PATCH', `/campaigns/${campaignId}?dryRun=true`, { steps: edited });
  expect(plan.warnings).toEqual(['1 queued message will follow the changed steps.']);
  await send('PATCH', `/campaigns/${campaignId}`, { steps: edited });
  const resume = await send('POST', `/campaigns/${campaignId}/resume?dryRun=true`);
  expect(resume.warnings).toContain('1 queued message will follow the changed steps.');
  await send('POST', `/campaigns/${campaignId}/resume`);
  await later('P4D');
  expect(await bodies(campaignId)).toHaveLength(1);
  await later('P2D');
  expect(await bodies(campaignId)).toEqual(['Hello Wrong', 'Changed Wrong']);
});

test('shows the newly approved text after its step was edited', async () => {
  const { campaignId } = await started({ approval: 'each_message', steps: steps.slice(0, 1) });
  const first = await waiting(campaignId);
  await send('POST', `/campaigns/${campaignId}/pause`);
  await send('POST', `/messages/${first.id}/approve`);
  const { steps: known } = await send('GET', `/campaigns/${campaignId}`);
  const edited = [{ id: known[0].id, subject: 'One', body: 'Edited {{ firstName }}' }];
  await send('PATCH', `/campaigns/${campaignId}`, { steps: edited });
  await send('POST', `/campaigns/${campaignId}/resume`);
  await send('POST', '/sandbox/deliver');
  expect(await bodies(campaignId)).toEqual([]);
  expect(await waiting(campaignId)).toMatchObject({ bodyText: 'Edited Wrong', holdReason: 'approval_outdated' });
});
