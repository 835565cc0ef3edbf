import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateContactFields } from '../../../store/contacts/contact-store.ts';
import { addSuppression } from '../../../store/suppressions/suppression-store.ts';
import {
  addCampaign,
  addContact,
  addContacts,
  dryThenReal,
  enrollmentsOf,
  launchCampaign,
} from '../../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

function suppress(value: string, reason: 'manual' | 'hard_bounce', kind: 'address' | 'domain' = 'address') {
  return addSuppression(core.workspaceId, { kind, value, reason }, new Date());
}

test('enrolls eligible contacts and gives a reason for each of the others', async () => {
  const campaignId = await addCampaign(core);
  const now = new Date();
  await suppress('no@said-no.example', 'manual');
  await suppress('closed.example', 'manual', 'domain');
  await suppress('gone@bounce.example', 'hard_bounce');
  const good = await addContact(core);
  const recent = await addContact(core);
  await updateContactFields(core.workspaceId, recent, { lastContactedAt: now }, now);
  const stopped = await addContact(core);
  await updateContactFields(core.workspaceId, stopped, { doNotContact: true }, now);
  const expected = {
    [await addContact(core, { email: undefined })]: 'no_email',
    [await addContact(core, { email: 'no@said-no.example' })]: 'suppressed',
    [await addContact(core, { email: 'any@deep.closed.example' })]: 'suppressed',
    [await addContact(core, { email: 'gone@bounce.example' })]: 'bounced_before',
    [await addContact(core, { declaredBasis: undefined })]: 'no_basis',
    [await addContact(core, { emailStatus: 'catch_all' })]: 'email_not_allowed',
    [recent]: 'recently_contacted',
    [stopped]: 'do_not_contact',
    con_01M7Y0F476A871RTS0A3FSG7BW: 'not_found',
  };
  const contactIds = [good, ...Object.keys(expected)];
  const path = `/campaigns/${campaignId}/enrollments`;
  const { plan, done } = await dryThenReal(core, 'POST', path, { contactIds }, `/enrollments?campaignId=${campaignId}`);
  expect(plan.effects).toMatchObject([{ op: 'enroll', id: good }]);
  const planned = plan.skipped.map(({ id, reason }: { id: string; reason: string }) => [id, reason]);
  expect(Object.fromEntries(planned)).toEqual(expected);
  const { data } = done.body;
  expect(data).toMatchObject({ enrolledCount: 1, skippedCount: Object.keys(expected).length });
  expect(data.items[0]).toMatchObject({ contactId: good, status: 'enrolled', enrollmentId: expect.any(String) });
  const skipped = data.items.slice(1).map(({ contactId, reason }: Record<string, string>) => [contactId, reason]);
  expect(Object.fromEntries(skipped)).toEqual(expected);
});

test('accepts other email statuses if the campaign allows them, but never invalid addresses', async () => {
  const campaignId = await addCampaign(core, { allowedEmailStatuses: ['verified', 'accept_all'] });
  const contactIds = [
    await addContact(core, { emailStatus: 'catch_all' }),
    await addContact(core, { emailStatus: 'invalid' }),
  ];
  const { body } = await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body: { contactIds } });
  expect(body.data.items.map(({ status }: { status: string }) => status)).toEqual(['enrolled', 'skipped']);
});

test('never enrolls a contact twice or in two active campaigns', async () => {
  const [first, second] = [await addCampaign(core), await addCampaign(core)];
  const body = { contactIds: await addContacts(core, 1) };
  await core.request('POST', `/campaigns/${first}/enrollments`, { body });
  const again = await core.request('POST', `/campaigns/${first}/enrollments`, { body });
  expect(again.body.data.items[0]).toMatchObject({ status: 'skipped', reason: 'already_enrolled' });
  const other = await core.request('POST', `/campaigns/${second}/enrollments`, { body });
  expect(other.body.data.items[0]).toMatchObject({ status: 'skipped', reason: 'in_other_campaign' });
});

test('enrolls a contact once under concurrent requests', async () => {
  const campaignId = await addCampaign(core);
  const body = { contactIds: await addContacts(core, 2) };
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => core.request('POST', `/campaigns/${campaignId}/enrollments`, { body })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await enrollmentsOf(core, campaignId)).toHaveLength(2);
});

test('enrolls one person per company on request', async () => {
  const campaignId = await addCampaign(core, { onePerCompany: true });
  const company = { companyDomain: 'same.example', companyName: 'Same' };
  const contactIds = [await addContact(core, company), await addContact(core, company)];
  const { body } = await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body: { contactIds } });
  expect(body.data.items[1]).toMatchObject({ status: 'skipped', reason: 'duplicate_company' });
});

test('enrolls by filter', async () => {
  const campaignId = await addCampaign(core);
  const contactId = await addContact(core, { companyDomain: 'filtered.example' });
  const body = { filter: { companyDomain: 'filtered.example' } };
  const reply = await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body });
  expect(reply.body.data.items).toMatchObject([{ contactId, status: 'enrolled' }]);
});

test.each([
  [{}, 422],
  [{ contactIds: [] }, 422],
  [{ contactIds: ['con_x'] }, 422],
  [{ listId: 'lst_01M7Y0F476A871RTS0A3FSG7BW', filter: { stage: 'new' } }, 422],
  [{ filter: {} }, 422],
  [{ filter: { colour: 'red' } }, 422],
  [{ listId: 'lst_01M7Y0F476A871RTS0A3FSG7BW' }, 404],
])('rejects %j', async (body, status) => {
  const campaignId = await addCampaign(core);
  const reply = await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body });
  expect(reply.status).toBe(status);
});

test('requires sending:write to enroll in a running campaign, and starts the sequence', async () => {
  const { campaignId } = await launchCampaign(core, 1);
  const body = { contactIds: await addContacts(core, 1) };
  const key = await core.addKey(['campaigns:write']);
  const refused = await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body, key });
  expect(refused.status).toBe(403);
  expect(refused.body.error.missingScopes).toEqual(['sending:write']);
  const { plan } = await dryThenReal(
    core,
    'POST',
    `/campaigns/${campaignId}/enrollments`,
    body,
    `/enrollments?campaignId=${campaignId}`,
  );
  expect(plan.warnings).toHaveLength(1);
  const { body: status } = await core.request('GET', `/campaigns/${campaignId}/sending-status`);
  expect(status.data.enrollmentCounts).toMatchObject({ pending: 1, active: 1 });
});

test('rejects enrollment in an ended campaign', async () => {
  const campaignId = await addCampaign(core);
  await core.request('POST', `/campaigns/${campaignId}/cancel`, { body: {} });
  const reply = await core.request('POST', `/campaigns/${campaignId}/enrollments`, {
    body: { contactIds: await addContacts(core, 1) },
  });
  expect(reply.body.error.code).toBe('invalid_state');
});
