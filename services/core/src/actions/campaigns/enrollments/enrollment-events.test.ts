import { afterAll, beforeAll, expect, test } from 'vitest';
import { endCampaign } from '../../../engine/campaigns/campaign-effects.ts';
import { insertEnrollments } from '../../../store/campaigns/enrollment-bulk.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { addCampaign, addContact, launchCampaign, setPostalAddress } from '../../../testing/campaign-setup.ts';
import { until } from '../../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { startCampaignLoop } from '../../../worker/campaigns/campaign-loop.ts';
import { requireCampaign } from '../require-campaign.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ environment: { WORKER_POLL_MS: '20' } });
});
afterAll(() => core.stop());

async function post(path: string, body: object = {}) {
  const reply = await core.request('POST', path, { body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}
async function reported(enrollmentId: string): Promise<string[]> {
  const { body } = await core.request('GET', `/events?type=enrollment.changed&subjectId=${enrollmentId}&sort=id`);
  return body.data.map(({ data }: { data: { state: string } }) => data.state);
}
async function enrolledIn(campaignId: string): Promise<string> {
  return (await core.request('GET', `/enrollments?campaignId=${campaignId}`)).body.data[0].id;
}
async function draft(over: Record<string, unknown> = {}) {
  await setPostalAddress(core);
  const campaignId = await addCampaign(core, over);
  const contactId = await addContact(core);
  await post(`/campaigns/${campaignId}/enrollments`, { contactIds: [contactId] });
  return { campaignId, contactId };
}
async function running() {
  return (await launchCampaign(core, 1)).campaignId;
}

const hole = { steps: [{ subject: 'Hello', body: 'You are {{ custom.missing }}.' }] };

test.each<[string, () => Promise<string>, string[]]>([
  ['enrolling', async () => (await draft()).campaignId, ['pending']],
  ['launching', running, ['pending', 'active']],
  [
    'a placeholder without a value',
    async () => {
      const { campaignId } = await draft(hole);
      await post(`/campaigns/${campaignId}/launch`);
      return campaignId;
    },
    ['pending', 'paused'],
  ],
  [
    'cancelling the campaign',
    async () => (await post(`/campaigns/${await running()}/cancel`)).id,
    ['pending', 'active', 'removed'],
  ],
  [
    'archiving a draft',
    async () => (await post(`/campaigns/${(await draft()).campaignId}/archive`)).id,
    ['pending', 'removed'],
  ],
  [
    'the last day of the campaign',
    async () => {
      const campaignId = await running();
      const ctx = { workspaceId: core.workspaceId } as Parameters<typeof requireCampaign>[1];
      const campaign = await requireCampaign(campaignId, ctx);
      await inTransaction(() => endCampaign(campaign, new Date()));
      return campaignId;
    },
    ['pending', 'active', 'removed'],
  ],
  [
    'deleting the contact',
    async () => {
      const { campaignId, contactId } = await draft();
      await core.request('DELETE', `/contacts/${contactId}`);
      return campaignId;
    },
    ['pending', 'removed'],
  ],
])('%s emits an event for each enrollment', async (_what, make, states) => {
  expect(await reported(await enrolledIn(await make()))).toEqual(states);
});

test('canceling a large campaign ends all enrollments, some by the worker, with one event each', async () => {
  const people = 620;
  const { campaignId, contactId } = await draft();
  const others = Array.from({ length: people - 1 }, (_, index) => ({
    campaignId,
    contactId: `${contactId.slice(0, -4)}${String(index).padStart(4, '0')}`,
    companyId: null,
    createdBy: 'test',
  }));
  await inTransaction(() => insertEnrollments(core.workspaceId, others, new Date()));
  await post(`/campaigns/${campaignId}/cancel`);
  const counts = async () =>
    (await core.request('GET', `/campaigns/${campaignId}/sending-status`)).body.data.enrollmentCounts;
  expect(await counts()).toEqual({ pending: people - 500, removed: 500 });
  const loop = startCampaignLoop(core.deps);
  await until(async () => (await counts()).removed === people);
  await loop.stop();
  const last = (await core.request('GET', `/enrollments?campaignId=${campaignId}&limit=1`)).body.data[0];
  expect(await reported(last.id)).toEqual(['pending', 'removed']);
});
