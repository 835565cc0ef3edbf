import { afterAll, beforeAll, expect, test } from 'vitest';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { sendDue } from '../../engine/sending/send-due.ts';
import { insertContact } from '../../store/contacts/contact-store.ts';
import { addCampaign, messagesOf, setPostalAddress } from '../../testing/campaign-setup.ts';
import { until } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import type { Loop } from '../poll-loop.ts';
import { startCampaignLoop } from './campaign-loop.ts';

let core: TestCore;
const now = new Date('2030-01-07T10:00:00Z');
let loop: Loop;
beforeAll(async () => {
  core = await startTestCore({ now: () => now, environment: { WORKER_POLL_MS: '20' } });
  loop = startCampaignLoop(core.deps);
});
afterAll(async () => {
  await loop.stop();
  await core.stop();
});

async function storeContact(email: string): Promise<string> {
  const facts = { email, firstName: 'Won', companyName: 'Won', emailStatus: 'valid' } as const;
  const rest = { declaredBasis: 'consent', source: 'api', doNotContact: false, createdBy: 'test' } as const;
  return (await insertContact(core.workspaceId, { ...facts, ...rest }, now)).id;
}

test('the worker alone switches everyone else to the variant that won by replies', async () => {
  await setPostalAddress(core);
  const variants = [{ subject: 'Second text', body: 'Hello again' }];
  // The second step keeps the campaign running.
  const steps = [
    { subject: 'First text', body: 'Hello', variants, keepsWinner: true },
    { waitDays: 3, body: 'Again' },
  ];
  const campaignId = await addCampaign(core, { name: 'Winner', steps });
  const enroll = async (from: number, to: number) => {
    const contactIds: string[] = [];
    for (let index = from; index < to; index += 1) contactIds.push(await storeContact(`won${index}@won.example`));
    await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body: { contactIds } });
    return contactIds;
  };
  await enroll(0, 140);
  await core.request('POST', `/campaigns/${campaignId}/launch`, { body: {} });
  const winnerId = async () => (await core.request('GET', `/campaigns/${campaignId}`)).body.data.steps[0].winnerId;
  await until(
    async () => (await sendDue(core.deps)) === 0 && (await messagesOf(core, campaignId, '&state=sent')).length > 0,
  );
  const sent: { id: string; to: string; subject: string }[] = await messagesOf(
    core,
    campaignId,
    '&state=sent&limit=100',
  );
  expect(sent).toHaveLength(100);
  expect(await winnerId()).toBeNull();
  for (const { id: messageId, to: from, subject } of sent
    .filter(({ subject }) => subject === 'Second text')
    .slice(0, 12)) {
    const reply = { workspaceId: core.workspaceId, messageId, from, subject: `Re: ${subject}`, text: 'Tell me more.' };
    await injectReply(reply, core.deps);
  }
  await until(async () => (await winnerId()) === 'B');
  const later = await enroll(140, 148);
  const firstOf = async (contactId: string) => (await messagesOf(core, campaignId, `&contactId=${contactId}`))[0];
  await until(async () => (await Promise.all(later.map(firstOf))).every(Boolean));
  const subjects = (await Promise.all(later.map(firstOf))).map(({ subject }) => subject);
  expect(new Set(subjects)).toEqual(new Set(['Second text']));
}, 60_000);
