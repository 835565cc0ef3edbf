import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveMail } from '../../engine/replies/receive-mail.ts';
import { launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function sandboxMailbox() {
  const { body } = await core.request('GET', '/mailboxes');
  return body.data[0] as { id: string; address: string };
}

async function deliveredRaw(messageId: string): Promise<string> {
  await core.request('POST', '/sandbox/deliver', { body: {} });
  return (await core.request('GET', `/sandbox/messages/${messageId}/raw`)).body;
}

test('sends a step to the mailbox itself as a contact would get it, with an inactive unsubscribe link', async () => {
  const steps = [
    { subject: 'Hello {{ firstName }}', body: 'First.' },
    { waitDays: 2, body: 'Did **it** reach you, {{ firstName }}?', bodyFormat: 'markdown' },
  ];
  const { campaignId, contactIds } = await launchCampaign(core, 1, { steps });
  const mailbox = await sandboxMailbox();
  const campaign = (await core.request('GET', `/campaigns/${campaignId}`)).body.data;
  const body = { campaignId, stepId: campaign.steps[1].id, contactId: contactIds[0] };
  const plan = await core.request('POST', `/mailboxes/${mailbox.id}/test?dryRun=true`, { body });
  expect(plan.body.data.preview).toMatchObject({
    to: mailbox.address,
    subject: expect.stringMatching(/^Re: Hello Person/),
  });
  const { status, body: answer } = await core.request('POST', `/mailboxes/${mailbox.id}/test`, { body });
  expect([status, answer.data.kind, answer.data.to]).toEqual([201, 'test', mailbox.address]);
  const raw = await deliveredRaw(answer.data.id);
  expect(raw).toContain('<strong>it</strong>');
  expect(raw).toContain('your-personal-link');
  expect(raw).not.toMatch(/^List-Unsubscribe/im);
  const sent = await messagesOf(core, campaignId, '&state=sent');
  expect(sent.map((one: { kind: string }) => one.kind)).toEqual(['campaign']);
});

test('domain health shows the signing domain once the mail arrives, and ignores a copy in Sent', async () => {
  core.deps.ports.mail.lookUpTxt = async () => [];
  core.deps.ports.mail.lookUpMx = async () => [];
  const mailbox = await sandboxMailbox();
  const health = async () => (await core.request('GET', `/mailboxes/${mailbox.id}/domain-health`)).body.data.testMail;
  expect(await health()).toMatchObject({ level: 'missing', advice: expect.stringContaining('Send a test') });
  const { body: answer } = await core.request('POST', `/mailboxes/${mailbox.id}/test`, { body: {} });
  const raw = await deliveredRaw(answer.data.id);
  const origin = { workspaceId: core.workspaceId, mailboxId: mailbox.id };
  await receiveMail(origin, Buffer.from(raw), core.deps);
  expect(await health()).toMatchObject({ level: 'missing' });
  const domain = mailbox.address.split('@')[1];
  const head = [
    'Received: from out.example by in.example; Sun, 22 Nov 2026 12:00:00 +0000',
    `Authentication-Results: in.example; dkim=pass header.d=${domain}; spf=pass; dmarc=pass`,
    'Authentication-Results: forged.example; dkim=fail',
  ].join('\r\n');
  await receiveMail(origin, Buffer.from(`${head}\r\n${raw}`), core.deps);
  expect(await health()).toMatchObject({
    level: 'ok',
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
    signedBy: [domain],
    isAligned: true,
    explanation: expect.stringContaining(`signed by ${domain}. The signature is valid`),
  });
  const { body: replies } = await core.request('GET', '/replies?state=unmatched');
  expect(replies.data).toEqual([]);
});

test('an unsendable test mail returns an error with a fix', async () => {
  const mailbox = await sandboxMailbox();
  const send = async (body: object) =>
    (await core.request('POST', `/mailboxes/${mailbox.id}/test`, { body })).body.error;
  expect(await send({ stepId: 'stp_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject({ field: 'stepId' });
  const { body } = await core.request('POST', '/campaigns', { body: { name: 'Empty', steps: [] } });
  expect(await send({ campaignId: body.data.id })).toMatchObject({ code: 'invalid_state' });
  await core.request('POST', `/mailboxes/${mailbox.id}/pause`);
  expect((await send({})).message).toContain('resume_mailbox');
});
