import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEnrollment } from '../../../store/campaigns/enrollment-store.ts';
import { findMessagesOfEnrollment } from '../../../store/messages/message-store.ts';
import { startRunningCampaign, until } from '../../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { startCampaignLoop } from '../../../worker/campaigns/campaign-loop.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function post(path: string, body: object) {
  return (await core.request('POST', path, { body })).body;
}
async function get(path: string) {
  return (await core.request('GET', path)).body.data;
}
let number = 0;
async function addContact(more: object = {}) {
  number += 1;
  const person = { email: `kept${number}@merge.example`, emailStatus: 'valid', declaredBasis: 'consent', ...more };
  return (await post('/contacts', person)).data;
}

function startCampaign() {
  number += 1;
  const contact = { email: `other${number}@merge.example` };
  const mailbox = { address: `me${number}@merge.example` };
  const options = { workspaceId: core.workspaceId, people: 1, smtpPort: null, now: new Date() };
  return startRunningCampaign({ ...options, contact, mailbox });
}

test('continues a started sequence with its next step to the kept contact', async () => {
  const { contacts, messages } = await startCampaign();
  const { id, enrollmentId } = messages[0]!;
  const db = mongoose.connection.db!;
  await db
    .collection<{ _id: string }>('messages')
    .updateOne({ _id: id }, { $set: { state: 'sent', sentAt: new Date() } });
  await db.collection<{ _id: string }>('enrollments').updateOne({ _id: enrollmentId! }, { $set: { stepIndex: 1 } });
  const kept = await addContact();
  await post(`/contacts/${kept.id}/merge`, { otherContactId: contacts[0]!.id });
  expect(await findEnrollment(core.workspaceId, enrollmentId!)).toMatchObject({ state: 'active', contactId: kept.id });
  const [sent, next] = await findMessagesOfEnrollment(core.workspaceId, enrollmentId!);
  expect(sent).toMatchObject({ id, contactId: kept.id });
  expect(next).toMatchObject({ stepIndex: 1, to: kept.email, contactId: kept.id });
});

test('rewrites an unsent first message for the kept contact', async () => {
  const { contacts, messages } = await startCampaign();
  const { enrollmentId } = messages[0]!;
  const kept = await addContact();
  await post(`/contacts/${kept.id}/merge`, { otherContactId: contacts[0]!.id });
  const messagesNow = () => findMessagesOfEnrollment(core.workspaceId, enrollmentId!);
  const loop = startCampaignLoop(core.deps);
  await until(async () => (await messagesNow()).length === 2).finally(() => loop.stop());
  expect((await messagesNow()).map(({ state, to }) => [state, to])).toEqual([
    ['cancelled', contacts[0]!.email],
    ['scheduled', kept.email],
  ]);
});

test('combines the timelines and scores of both', async () => {
  const [kept, other] = [await addContact({ title: 'CTO' }), await addContact({ title: 'CTO' })];
  const criteria = [{ field: 'title', operator: 'equals', value: 'CTO', weight: 5 }];
  const { data: profile } = await post('/scoring/profiles', { name: 'CTOs', kind: 'person', criteria });
  await post(`/scoring/profiles/${profile.id}/publish`, {});
  await post('/scoring/contacts', { profileId: profile.id, contactIds: [other.id] });
  await core.request('PATCH', `/contacts/${other.id}`, { body: { department: 'IT' } });
  const before = await get(`/contacts/${other.id}/timeline`);
  await post(`/contacts/${kept.id}/merge`, { otherContactId: other.id });
  const ids = (await get(`/contacts/${kept.id}/timeline`)).map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining(before.map(({ id }: { id: string }) => id)));
  expect(await get(`/scoring/scores/${kept.id}`)).toMatchObject({ value: 100, stale: true });
  expect((await get(`/contacts/${kept.id}`)).score).toMatchObject({ value: 100, stale: true });
  const audit = await get(`/audit?subjectId=${kept.id}&action=create_contact`);
  expect(audit).toHaveLength(2);
});

test('combines the histories and scores of two companies', async () => {
  const [kept, other] = [
    (await post('/companies', { domain: 'one.merge.example', industry: 'Energy' })).data,
    (await post('/companies', { domain: 'two.merge.example', industry: 'Energy' })).data,
  ];
  const criteria = [{ field: 'industry', operator: 'equals', value: 'Energy', weight: 5 }];
  const { data: profile } = await post('/scoring/profiles', { name: 'Energy', kind: 'company', criteria });
  await post(`/scoring/profiles/${profile.id}/publish`, {});
  await post('/scoring/companies', { profileId: profile.id, companyIds: [other.id] });
  await post(`/companies/${kept.id}/merge`, { otherCompanyId: other.id });
  // Both creations and the merge.
  expect(await get(`/companies/${kept.id}/timeline`)).toHaveLength(3);
  expect(await get(`/scoring/scores/${kept.id}`)).toMatchObject({ value: 100 });
  expect((await get(`/companies/${kept.id}`)).score).toMatchObject({ value: 100, stale: true });
});
