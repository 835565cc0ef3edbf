import { afterAll, beforeAll, expect, test } from 'vitest';
import { addContact, launchCampaign, setPostalAddress } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
const now = new Date('2030-01-07T10:00:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
  await setPostalAddress(core);
});
afterAll(() => core.stop());

async function statusOf(contactId: string) {
  return (await core.request('GET', `/contacts/${contactId}/sending-status`)).body.data;
}

test('a person whom nothing excludes can be enrolled', async () => {
  const contactId = await addContact(core, {});
  expect(await statusOf(contactId)).toEqual({
    contactId,
    canBeEnrolled: true,
    skipReason: null,
    explanation: 'A new campaign would enroll this person.',
    enrollments: [],
  });
});

test('names the first reason against a person, and the next message of each campaign', async () => {
  const { campaignId, contactIds } = await launchCampaign(core, 1, {
    steps: [
      { subject: 'A', body: 'A' },
      { body: 'B', waitDays: 3 },
    ],
  });
  const [contactId] = contactIds as [string];
  await core.request('POST', '/sandbox/deliver', { body: {} });
  expect(await statusOf(contactId)).toMatchObject({
    canBeEnrolled: false,
    skipReason: 'in_other_campaign',
    enrollments: [{ campaignId, state: 'active', sendingStatus: 'follow_up_not_due' }],
  });

  await core.request('PATCH', `/contacts/${contactId}`, { body: { doNotContact: true } });
  const stopped = await statusOf(contactId);
  expect(stopped).toMatchObject({ canBeEnrolled: false, skipReason: 'do_not_contact', enrollments: [{ campaignId }] });
  expect(stopped.enrollments[0].explanation).toBeTruthy();
});

test('knows no contact of another workspace, and no invalid ID', async () => {
  const other = await core.addWorkspace();
  const contactId = await addContact(core, {});
  const foreign = await core.request('GET', `/contacts/${contactId}/sending-status`, { key: other.key });
  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found']);
  expect((await core.request('GET', '/contacts/cmp_1/sending-status')).status).toBe(422);
});
