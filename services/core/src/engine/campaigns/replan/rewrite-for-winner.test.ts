import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCampaign, updateCampaign } from '../../../store/campaigns/campaign-store.ts';
import { beginSending } from '../../../store/messages/message-queue.ts';
import { findMessages } from '../../../store/messages/message-store.ts';
import {
  addCampaign,
  addContact,
  addContacts,
  alwaysOpen,
  messagesOf,
  setPostalAddress,
} from '../../../testing/campaign-setup.ts';
import { requestApproved } from '../../../testing/request-approved.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { campaignRounds } from '../../../worker/campaigns/campaign-loop.ts';

const sunday = new Date('2030-01-06T12:00:00Z');
const claim = { owner: 'test', leaseMs: 60_000 };
const variants = [{ subject: 'Second text for {{ companyName }}', body: 'Hello again' }];
const steps = [{ subject: 'First text', body: 'Hello', variants, keepsWinner: true }];
let core: TestCore;
let round: () => Promise<boolean>;
beforeAll(async () => {
  core = await startTestCore({ now: () => sunday });
  round = campaignRounds(core.deps);
  await setPostalAddress(core);
  const notice = { art14Notice: 'Where we have your address from.' };
  await requestApproved(core, 'PATCH', '/settings', { body: notice });
});
afterAll(() => core.stop());

async function launched(contactIds: string[], over: object = {}): Promise<string> {
  const campaignId = await addCampaign(core, { steps, window: { ...alwaysOpen, days: ['mon'] }, ...over });
  await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body: { contactIds } });
  expect((await core.request('POST', `/campaigns/${campaignId}/launch`, { body: {} })).status).toBe(200);
  await round();
  return campaignId;
}

async function winB(campaignId: string): Promise<void> {
  const campaign = (await findCampaign(core.workspaceId, campaignId))!;
  const decided = campaign.steps.map((step) => ({ ...step, winnerId: 'B' }));
  await updateCampaign(core.workspaceId, campaignId, { steps: decided, isReplanning: true }, sunday);
  await round();
}

interface Shown {
  id: string;
  contactId: string;
  variantId: string;
  subject: string;
  bodyText: string;
}

test('gives queued messages the winning text, except for people without its placeholder values', async () => {
  const nobodys = await addContact(core, { companyName: undefined, companyDomain: undefined });
  const campaignId = await launched([...(await addContacts(core, 30)), nobodys]);
  const before: Shown[] = await messagesOf(core, campaignId);
  const asRead = await findMessages(
    core.workspaceId,
    before.map(({ id }) => id),
  );
  const first = before.filter(({ variantId }) => variantId === 'A');
  expect(first.length).toBeGreaterThan(1);
  await winB(campaignId);

  const after: Shown[] = await messagesOf(core, campaignId);
  for (const { contactId, subject, bodyText } of after.filter(({ variantId }) => variantId === 'B')) {
    expect(subject).toMatch(/^Second text for Company \d+$/);
    expect(bodyText).toBe('Hello again\n\nWhere we have your address from.');
    expect(contactId).not.toBe(nobodys);
  }
  expect(after.filter(({ variantId }) => variantId === 'A').map(({ contactId }) => contactId)).toEqual(
    before.some(({ contactId }) => contactId === nobodys) ? [nobodys] : [],
  );
  // Turns that have read the previous text do not send it.
  const rewritten = new Set(
    first.map(({ id }) => id).filter((id) => after.some((one) => one.id === id && one.variantId === 'B')),
  );
  const begun = await beginSending(asRead, claim, sunday);
  expect(begun).toHaveLength(asRead.length - rewritten.size);
  expect(begun.filter(({ id }) => rewritten.has(id))).toEqual([]);
});

test('keeps individually approved texts as the person saw them', async () => {
  const campaignId = await launched(await addContacts(core, 30), { approval: 'each_message' });
  const before: Shown[] = await messagesOf(core, campaignId);
  expect(before.some(({ variantId }) => variantId === 'A')).toBe(true);
  await winB(campaignId);
  expect(await messagesOf(core, campaignId)).toEqual(before);
});
