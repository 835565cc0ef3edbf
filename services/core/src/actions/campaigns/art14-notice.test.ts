import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { requestApproved } from '../../testing/request-approved.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const notice = 'Your details are from public sources; you may object or have them erased (GDPR Art. 14).';

test('includes the notice in the first message only, records it, and counts it in the report', async () => {
  await requestApproved(core, 'PATCH', '/settings', { body: { art14Notice: notice } });
  const steps = [
    { subject: 'Hello', body: 'First.' },
    { waitDays: 1, body: 'Second.' },
  ];
  const { campaignId, contactIds } = await launchCampaign(core, 1, { steps });
  const contact = async () => (await core.request('GET', `/contacts/${contactIds[0]}`)).body.data;
  const report = async () => (await core.request('GET', `/campaigns/${campaignId}/report`)).body.data;
  expect((await contact()).noticeSentAt).toBeNull();
  expect(JSON.stringify(await report())).toContain('"informed":0');
  await core.request('POST', '/sandbox/deliver', { body: {} });
  const [first] = await messagesOf(core, campaignId, '&state=sent');
  const textOf = async (messageId: string) =>
    String((await core.request('GET', `/sandbox/messages/${messageId}/raw`)).body).replace(/=\r\n/g, '');
  expect(await textOf(first!.id)).toContain('you may object or have them erased');
  expect((await contact()).noticeSentAt).toMatch(/^20/);
  expect(JSON.stringify(await report())).toContain('"informed":1');
  await core.request('POST', '/sandbox/clock', { body: { advance: 'P2D' } });
  await core.request('POST', '/sandbox/deliver', { body: {} });
  const sent = await messagesOf(core, campaignId, '&state=sent');
  const second = sent.find((one: { id: string }) => one.id !== first!.id)!;
  expect(await textOf(second.id)).toContain('Second.');
  expect(await textOf(second.id)).not.toContain('you may object');

  // A contact who received the notice does not get it from another campaign.
  const other = await core.request('POST', '/campaigns', { body: { name: 'Another', steps: [steps[0]] } });
  const { id } = other.body.data;
  const preview = (await core.request('GET', `/campaigns/${id}/preview?contactIds=${contactIds[0]}`)).body.data
    .contacts[0].messages[0];
  expect(preview.bodyText).not.toContain('you may object');
});

test('a returned message does not count as notice', async () => {
  await requestApproved(core, 'PATCH', '/settings', { body: { art14Notice: notice } });
  const { campaignId, contactIds } = await launchCampaign(core, 2);
  await core.request('POST', '/sandbox/deliver', { body: {} });
  for (const [index, kind] of (['soft', 'complaint'] as const).entries()) {
    const [message] = await messagesOf(core, campaignId, `&state=sent&contactId=${contactIds[index]}`);
    await core.request('POST', `/sandbox/messages/${message!.id}/bounce`, { body: { kind } });
  }
  const noticeOf = async (contactId?: string) =>
    (await core.request('GET', `/contacts/${contactId}`)).body.data.noticeSentAt;
  expect(await noticeOf(contactIds[0])).toBeNull();
  expect(await noticeOf(contactIds[1])).toMatch(/^20/);
  const report = await core.request('GET', `/campaigns/${campaignId}/report`);
  expect(JSON.stringify(report.body.data)).toContain('"informed":1');
});
