import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSuppression } from '../../store/suppressions/suppression-store.ts';
import { launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function waiting(people: number) {
  const { campaignId } = await launchCampaign(core, people, { approval: 'each_message' });
  const messages: { id: string; to: string }[] = await messagesOf(core, campaignId);
  return { campaignId, messages, ids: messages.map(({ id }) => id) };
}
function approve(body: object, dryRun = false, headers = {}) {
  return core.request('POST', `/messages/approve${dryRun ? '?dryRun=true' : ''}`, { body, headers });
}
async function statesOf(campaignId: string) {
  return (await messagesOf(core, campaignId)).map(({ state }: { state: string }) => state);
}

test('approves all pending messages of a campaign as the dry run showed', async () => {
  const { campaignId, messages } = await waiting(3);
  const dry = await approve({ campaignId }, true);
  expect(dry.body.data.effects.map(({ op, label }: Record<string, string>) => `${op} ${label}`).sort()).toEqual(
    messages.map(({ to }) => `send Message to ${to}`).sort(),
  );
  expect(dry.body.data.preview[0]).toMatchObject({ subject: expect.any(String), bodyText: expect.any(String) });
  expect(await statesOf(campaignId)).toEqual(Array(3).fill('awaiting_approval'));
  const done = await approve({ campaignId }, false, { 'plan-digest': dry.body.data.planDigest });
  expect(done.body.data).toMatchObject({ approvedCount: 3, skippedCount: 0 });
  expect(await statesOf(campaignId)).toEqual(Array(3).fill('scheduled'));
  const again = await approve({ campaignId });
  expect(again.body.error).toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('no pending messages'),
  });
});

test('rejects the approval if a text changed after the dry run', async () => {
  const { campaignId, ids } = await waiting(1);
  const dry = await approve({ campaignId }, true);
  await core.request('PATCH', `/messages/${ids[0]}`, { body: { bodyText: 'Something else altogether.' } });
  const done = await approve({ campaignId }, false, { 'plan-digest': dry.body.data.planDigest });
  expect(done.body.error.code).toBe('plan_changed');
  expect(await statesOf(campaignId)).toEqual(['awaiting_approval']);
});

test('gives a reason for each skipped message and approves the others', async () => {
  const { campaignId, messages, ids } = await waiting(4);
  const [good, hole, no, gone] = ids as [string, string, string, string];
  await core.request('PATCH', `/messages/${hole}`, { body: { bodyText: 'Hello [First Name]' } });
  await addSuppression(
    core.workspaceId,
    { kind: 'address', value: messages[2]!.to, reason: 'unsubscribe' },
    new Date(),
  );
  await core.request('POST', `/messages/${gone}/cancel`, { body: {} });
  const unknown = `msg_${'0'.repeat(26)}`;
  const done = await approve({ messageIds: [...ids, unknown, good] });
  expect(done.body.data).toEqual({
    approvedCount: 1,
    skippedCount: 4,
    items: [
      { messageId: good, status: 'approved' },
      { messageId: hole, status: 'skipped', reason: 'text_problem' },
      { messageId: no, status: 'skipped', reason: 'suppressed' },
      { messageId: gone, status: 'skipped', reason: 'not_waiting' },
      { messageId: unknown, status: 'skipped', reason: 'not_found' },
    ],
  });
  expect(await messagesOf(core, campaignId, '&state=scheduled')).toMatchObject([{ id: good }]);
});

test('messages of a paused campaign are not sent until it resumes', async () => {
  const { campaignId } = await waiting(2);
  await core.request('POST', `/campaigns/${campaignId}/pause`, { body: {} });
  await approve({ campaignId });
  expect(await statesOf(campaignId)).toEqual(['approved', 'approved']);
  await core.request('POST', `/campaigns/${campaignId}/resume`, { body: {} });
  expect(await statesOf(campaignId)).toEqual(['scheduled', 'scheduled']);
});

test.each([{}, { campaignId: `cmp_${'0'.repeat(26)}`, messageIds: [`msg_${'0'.repeat(26)}`] }])(
  'requires either messages or a campaign, not %j',
  async (body) => {
    expect((await approve(body)).body.error).toMatchObject({ code: 'validation_failed', field: 'messageIds' });
  },
);

test('requires sending:write', async () => {
  const { campaignId } = await waiting(1);
  const key = await core.addKey(['messages:write']);
  const refused = await core.request('POST', '/messages/approve', { key, body: { campaignId } });
  expect(refused.body.error).toMatchObject({ code: 'missing_scope', missingScopes: ['sending:write'] });
});
