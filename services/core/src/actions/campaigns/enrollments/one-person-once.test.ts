import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCampaign, addContact, alwaysOpen, messagesOf, setPostalAddress } from '../../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
  await setPostalAddress(core);
});
afterAll(() => core.stop());

async function send(method: string, path: string, body?: object) {
  const reply = await core.request(method, path, body && { body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body;
}
const steps = [
  { subject: 'One', body: 'one' },
  { waitDays: 3, body: 'two' },
];
let number = 0;
async function campaign() {
  return addCampaign(core, { name: `Campaign ${++number}`, steps, window: alwaysOpen });
}
function enroll(campaignId: string, contactId: string) {
  return core.request('POST', `/campaigns/${campaignId}/enrollments`, { body: { contactIds: [contactId] } });
}
async function reasonOf(campaignId: string, contactId: string) {
  return (await enroll(campaignId, contactId)).body.data.items[0].reason ?? null;
}

/** Starts a campaign and sends its first message to one contact. */
async function started(email: string) {
  const [campaignId, contactId] = [await campaign(), await addContact(core, { email })];
  await enroll(campaignId, contactId);
  await send('POST', `/campaigns/${campaignId}/launch`, {});
  await send('POST', '/sandbox/deliver', {});
  return { campaignId, contactId };
}

test('enrolls a person once if several campaigns do so concurrently', async () => {
  const contactId = await addContact(core);
  const campaigns = await Promise.all([campaign(), campaign(), campaign()]);
  const replies = await Promise.all(campaigns.map((campaignId) => enroll(campaignId, contactId)));
  const outcomes = replies.map(({ body }) => body.data.items[0].reason ?? 'enrolled');
  expect(outcomes.sort()).toEqual(['enrolled', 'in_other_campaign', 'in_other_campaign']);
});

test('recognizes an address that was enrolled with a deleted contact', async () => {
  const { campaignId, contactId } = await started('grace@again.example');
  await send('DELETE', `/contacts/${contactId}`);
  const again = await addContact(core, { email: 'Grace@Again.example' });
  expect(await reasonOf(campaignId, again)).toBe('already_enrolled');
  expect(await reasonOf(await campaign(), again)).toBe('recently_contacted');
});

test('recognizes an address that moved to another contact', async () => {
  const { campaignId, contactId } = await started('sales@moved.example');
  await send('PATCH', `/contacts/${contactId}`, { email: 'other@moved.example' });
  const reply = await core.request('POST', '/contacts', {
    body: { email: 'sales@moved.example', emailStatus: 'valid', declaredBasis: 'consent' },
  });
  // A name would say that it is the first contact again, who exists.
  expect(await reasonOf(campaignId, reply.body.data.id)).toBe('already_enrolled');
});

test('honors an opt-out from before the contact was deleted and created again', async () => {
  const { campaignId, contactId } = await started('no@thanks.example');
  const [message] = await messagesOf(core, campaignId, '&state=sent');
  await send('POST', `/sandbox/messages/${message.id}/reply`, { text: 'No thanks, we are not interested.' });
  await send('DELETE', `/contacts/${contactId}`);
  const again = await addContact(core, { email: 'no@thanks.example' });
  expect(await reasonOf(await campaign(), again)).toBe('do_not_contact');
});

test.each(['not_interested', 'meeting_booked', 'customer'])('the stage %s ends the sequence', async (stage) => {
  const { campaignId, contactId } = await started(`${stage}@stage.example`);
  const dry = await send('PUT', `/contacts/${contactId}/stage?dryRun=true`, { stage });
  expect(dry.data.effects).toMatchObject([
    { op: 'update', type: 'contact' },
    { op: 'stop', type: 'enrollment' },
    { op: 'cancel', type: 'message' },
  ]);
  await send('PUT', `/contacts/${contactId}/stage`, { stage });
  const { body } = await core.request('GET', `/enrollments?campaignId=${campaignId}`);
  expect(body.data).toMatchObject([{ state: 'removed', endReason: `stage_${stage}` }]);
  expect(await messagesOf(core, campaignId, '&state=cancelled')).toHaveLength(1);
});

test('warns about enrolling a customer, then sends', async () => {
  const contactId = await addContact(core);
  await send('PUT', `/contacts/${contactId}/stage`, { stage: 'customer' });
  const campaignId = await campaign();
  const path = `/campaigns/${campaignId}/enrollments?dryRun=true`;
  const dry = await send('POST', path, { contactIds: [contactId] });
  expect(dry.data.warnings).toEqual(['1 contact to enroll: stage customer.']);
  await enroll(campaignId, contactId);
  await send('POST', `/campaigns/${campaignId}/launch`, {});
  await send('POST', '/sandbox/deliver', {});
  expect(await messagesOf(core, campaignId, '&state=sent')).toHaveLength(1);
});

test('keeps the older sequence when two people in different campaigns are merged', async () => {
  const [older, younger] = [await addContact(core), await addContact(core)];
  const [first, second] = [await campaign(), await campaign()];
  await enroll(first, older);
  await enroll(second, younger);
  await send('POST', `/contacts/${younger}/merge`, { otherContactId: older });
  const { body } = await core.request('GET', `/enrollments?contactId=${younger}`);
  const states = body.data.map((e: { campaignId: string; state: string; endReason: string | null }) => [
    e.campaignId,
    e.state,
    e.endReason,
  ]);
  expect(states).toContainEqual([first, 'pending', null]);
  expect(states).toContainEqual([second, 'removed', 'other_campaign']);
});

test('a company-wide opt-out removes colleagues and marks the reply for action', async () => {
  const campaignId = await campaign();
  const people = [
    await addContact(core, { email: 'boss@whole.example', companyDomain: 'whole.example' }),
    await addContact(core, { email: 'colleague@whole.example', companyDomain: 'whole.example' }),
    await addContact(core, { email: 'stranger@elsewhere.example' }),
  ];
  await send('POST', `/campaigns/${campaignId}/enrollments`, { contactIds: people });
  await send('POST', `/campaigns/${campaignId}/launch`, {});
  await send('POST', '/sandbox/deliver', {});
  const sent = await messagesOf(core, campaignId, '&state=sent');
  const { id } = sent.find(({ to }: { to: string }) => to === 'boss@whole.example');
  const text = 'Please take everyone at our company off your list.';
  const { data } = await send('POST', `/sandbox/messages/${id}/reply`, { text });
  const { body } = await core.request('GET', `/replies/${data.replyId}`);
  expect(body.data).toMatchObject({ needsAction: true, asksForCompany: true });
  const enrollments = (await core.request('GET', `/enrollments?campaignId=${campaignId}`)).body.data;
  const stateOf = (contactId: string) => enrollments.find((e: { contactId: string }) => e.contactId === contactId);
  expect(stateOf(people[1]!)).toMatchObject({ state: 'removed', endReason: 'company_opted_out' });
  expect(stateOf(people[2]!)).toMatchObject({ state: 'active' });
});
