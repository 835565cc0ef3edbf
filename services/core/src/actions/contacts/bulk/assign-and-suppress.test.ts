import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../domain/values/ids.ts';
import { endMember } from '../../../engine/members/change-member.ts';
import { addMember } from '../../../store/members/membership-store.ts';
import { addContact, enrollmentsOf, launchCampaign, messagesOf } from '../../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
let key: string;
let workspaceId: string;
let userId: string;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());
beforeEach(async () => {
  ({ key, workspaceId, userId } = await core.addWorkspace());
});

async function good(method: string, path: string, body?: object) {
  const reply = await core.request(method, path, { key, body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}
async function runJobs(): Promise<void> {
  while (await runJobOnce(core.deps));
}
async function bulk(path: string, body: object) {
  const { id } = await good('POST', path, body);
  await runJobs();
  return good('GET', `/jobs/${id}`);
}
function change(contactIds: string[], wanted: object) {
  return bulk('/contacts/bulk-change', { contactIds, change: wanted });
}
function contact(id: string) {
  return good('GET', `/contacts/${id}`);
}
/** A second member of the workspace. */
async function addColleague(): Promise<string> {
  const id = newId('usr');
  await addMember(workspaceId, id, 'member', new Date());
  return id;
}
async function remove(memberId: string): Promise<void> {
  const actor = { kind: 'user', id: userId, name: 'Owner' } as const;
  const act = { actor, via: 'app', requestId: randomUUID() } as const;
  await endMember('removal', { workspaceId, userId: memberId, name: 'Eva', act, keptSessionId: null, now: new Date() });
}

test('assigns many contacts, finds them by owner, and undoes it', async () => {
  const [eva, jonas] = [await addColleague(), await addColleague()];
  const ids = [await addContact(core, {}, key), await addContact(core, { ownerId: jonas }, key)];
  const job = await change(ids, { assignTo: eva });
  expect(job.counts).toMatchObject({ updated: 2 });
  const where = { field: 'ownerId', op: 'eq', value: eva };
  expect((await good('POST', '/contacts/query', { where })).map(({ id }: never) => id).sort()).toEqual(ids.toSorted());
  const free = await change([ids[0]!], { assignTo: null });
  expect((await contact(ids[0]!)).ownerId).toBeNull();
  await bulk(`/change-sets/${free.changeSetId}/undo`, {});
  expect((await contact(ids[0]!)).ownerId).toBe(eva);
  await bulk(`/change-sets/${job.changeSetId}/undo`, {});
  expect([(await contact(ids[0]!)).ownerId, (await contact(ids[1]!)).ownerId]).toEqual([null, jonas]);
});

test('only members own contacts, on every way in', async () => {
  const stranger = newId('usr');
  const id = await addContact(core, {}, key);
  for (const [method, path, body] of [
    ['POST', '/contacts', { email: 'new@analytical.example', ownerId: stranger }],
    ['PATCH', `/contacts/${id}`, { ownerId: stranger }],
    ['POST', '/companies', { domain: 'new.example', ownerId: stranger }],
    ['POST', '/contacts/bulk-change', { contactIds: [id], change: { assignTo: stranger } }],
  ] as const) {
    const { status, body: answer } = await core.request(method, path, { key, body });
    expect([status, answer.error.field], path).toEqual([422, path.endsWith('change') ? 'change.assignTo' : 'ownerId']);
  }
  const contacts = [{ email: 'some@analytical.example', ownerId: stranger }];
  expect((await good('POST', '/contacts/bulk', { contacts })).counts).toMatchObject({ failed: 1 });
  const companies = [{ domain: 'some.example', ownerId: stranger }];
  expect((await good('POST', '/companies/bulk', { companies })).counts).toMatchObject({ failed: 1 });
});

test('the records of a removed member belong to no one, and an undo gives none back', async () => {
  const eva = await addColleague();
  const id = await addContact(core, { ownerId: eva }, key);
  const { id: companyId } = await good('POST', '/companies', { domain: 'owned.example', ownerId: eva });
  const { changeSetId } = await change([id], { assignTo: null });
  await good('PATCH', `/contacts/${id}`, { ownerId: eva });
  const freed = await change([id], { assignTo: null });
  await bulk(`/change-sets/${freed.changeSetId}/undo`, {});
  await remove(eva);
  await runJobs();
  expect([(await contact(id)).ownerId, (await good('GET', `/companies/${companyId}`)).ownerId]).toEqual([null, null]);
  await bulk(`/change-sets/${changeSetId}/undo`, {});
  expect((await contact(id)).ownerId).toBeNull();
});

test('suppresses many contacts with their sequences, which an undo keeps', async () => {
  ({ key } = core);
  const { campaignId } = await launchCampaign(core, 2);
  const [first] = await enrollmentsOf(core, campaignId);
  const { contactId } = first!;
  const preview = await good('POST', '/contacts/bulk-change?dryRun=true', {
    contactIds: [contactId],
    change: { suppress: true },
  });
  expect(preview.warnings).toEqual([expect.stringContaining('suppressed')]);
  expect(preview.preview).toMatchObject([{ changes: { stage: 'do_not_contact', doNotContact: true } }]);
  const job = await change([contactId], { suppress: true });
  const { email } = await contact(contactId);
  const check = `/suppressions/check?value=${encodeURIComponent(email)}`;
  expect(await good('GET', check)).toMatchObject({ isSuppressed: true });
  const messages = await messagesOf(core, campaignId);
  expect(
    messages.filter(
      (one: { contactId: string; state: string }) => one.contactId === contactId && one.state === 'queued',
    ),
  ).toEqual([]);
  await bulk(`/change-sets/${job.changeSetId}/undo`, {});
  expect(await contact(contactId)).toMatchObject({ doNotContact: true });
  expect(await good('GET', check)).toMatchObject({ isSuppressed: true });
});

test('suppressing needs its scope, and no other stage', async () => {
  ({ key } = core);
  const contactIds = [await addContact(core, {}, key)];
  const narrow = await core.addKey(['contacts:write']);
  const body = { contactIds, change: { suppress: true } };
  const refused = await core.request('POST', '/contacts/bulk-change', { key: narrow, body });
  expect([refused.status, refused.body.error.missingScopes]).toEqual([403, ['suppression:write']]);
  const both = { contactIds, change: { suppress: true, stage: 'customer' } };
  const misfit = await core.request('POST', '/contacts/bulk-change', { key, body: both });
  expect([misfit.status, misfit.body.error.field]).toEqual([422, 'change.stage']);
});
