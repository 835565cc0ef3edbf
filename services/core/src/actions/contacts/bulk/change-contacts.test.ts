import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addContact, addContacts, enrollmentsOf, launchCampaign } from '../../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
let key: string;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());
beforeEach(async () => {
  ({ key } = await core.addWorkspace());
});

async function call(method: string, path: string, body?: object, headers = {}) {
  return core.request(method, path, { key, body, headers });
}
async function good(method: string, path: string, body?: object) {
  const reply = await call(method, path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}
async function runJobs(): Promise<void> {
  while (await runJobOnce(core.deps)) {}
}
function contact(id: string) {
  return good('GET', `/contacts/${id}`);
}
function add(over: object = {}): Promise<string> {
  return addContact(core, { ...over }, key);
}

/** Runs a bulk change to its end. Returns its job. */
async function change(selection: object, wanted: object) {
  const { id } = await good('POST', '/contacts/bulk-change', { ...selection, change: wanted });
  await runJobs();
  return good('GET', `/jobs/${id}`);
}
/** Undoes a bulk change. Returns the job of the undo, with its results. */
async function undo(changeSetId: string) {
  const { id } = await good('POST', `/change-sets/${changeSetId}/undo`, {});
  await runJobs();
  return { ...(await good('GET', `/jobs/${id}`)), results: await good('GET', `/jobs/${id}/results`) };
}

/** Members that the change can touch. */
async function touched(ids: string[]) {
  const contacts = await Promise.all(ids.map(contact));
  return contacts.map(({ stage, customFields, tags, listIds }) => ({
    stage,
    customFields,
    tags: tags.toSorted(),
    listIds: listIds.toSorted(),
  }));
}

test('changes everything of many contacts, and undoes it exactly', async () => {
  const [from, to] = [
    await good('POST', '/lists', { name: 'From', kind: 'static', memberType: 'contact' }),
    await good('POST', '/lists', { name: 'To', kind: 'static', memberType: 'contact' }),
  ];
  const over = (index: number) => ({ customFields: index % 3 === 0 ? { budget: index, note: 'kept' } : {} });
  const ids = await addContacts(core, 130, { key, over });
  await good('POST', '/contacts/tag', { contactIds: ids, tags: ['old'] });
  await good('POST', '/contacts/tag', { contactIds: ids.slice(0, 30), tags: ['vip'] });
  for (const id of ids.slice(0, 20)) await good('PUT', `/contacts/${id}/stage`, { stage: 'replied' });
  await good('POST', `/lists/${from.id}/members`, { contactIds: ids.slice(0, 50) });
  const before = await touched(ids);

  const wanted = {
    stage: 'interested',
    customFields: { budget: 7 },
    addTags: ['VIP', 'autumn'],
    removeTags: ['old'],
    addToLists: [to.id],
    removeFromLists: [from.id],
  };
  const job = await change({ where: { field: 'tags', op: 'eq', value: 'old' } }, wanted);
  expect(job).toMatchObject({ state: 'completed', counts: { updated: 130 }, changeSetId: expect.any(String) });
  for (const [index, after] of (await touched(ids)).entries())
    expect(after).toEqual({
      stage: 'interested',
      customFields: { ...before[index]!.customFields, budget: 7 },
      tags: ['autumn', 'vip'],
      listIds: [to.id],
    });
  const counts = async () => (await good('GET', '/lists')).map(({ name, memberCount }: never) => [name, memberCount]);
  expect(await counts()).toEqual([
    ['To', 130],
    ['From', 0],
  ]);

  const undone = await undo(job.changeSetId);
  expect(undone).toMatchObject({ state: 'completed', counts: { updated: 130, skipped: 0 } });
  expect(await touched(ids)).toEqual(before);
  expect(await counts()).toEqual([
    ['To', 0],
    ['From', 50],
  ]);
  const [second, first] = await good('GET', '/change-sets');
  expect(first).toMatchObject({ id: job.changeSetId, count: 130, undoneBy: second.id, undoOf: null });
  expect(second).toMatchObject({ count: 130, undoneBy: null, undoOf: first.id });

  // An undo can be undone.
  await undo(second.id);
  expect((await touched(ids))[0]).toMatchObject({ stage: 'interested', listIds: [to.id] });
});

test('an undo skips what has changed since, names it, and happens once', async () => {
  const [same, changed, gone] = [await add(), await add(), await add()];
  const { changeSetId } = await change({ contactIds: [same, changed, gone] }, { stage: 'interested' });
  await good('PUT', `/contacts/${changed}/stage`, { stage: 'replied' });
  await good('DELETE', `/contacts/${gone}`);

  const plan = await good('POST', `/change-sets/${changeSetId}/undo?dryRun=true`, {});
  expect(plan.preview).toMatchObject([{ id: same, changes: { stage: 'new' } }]);
  expect(plan.skipped).toMatchObject([
    { id: changed, reason: 'changed_since' },
    { id: gone, reason: 'not_found' },
  ]);
  const { results } = await undo(changeSetId);
  expect(results.map(({ recordId, reason }: never) => [recordId, reason])).toEqual([
    [same, null],
    [changed, 'changed_since'],
    [gone, 'not_found'],
  ]);
  expect([(await contact(same)).stage, (await contact(changed)).stage]).toEqual(['new', 'replied']);
  const again = await call('POST', `/change-sets/${changeSetId}/undo`, {});
  expect([again.status, again.body.error.code]).toEqual([409, 'already_undone']);
});

test('an undo keeps doNotContact, and does not restart sequences', async () => {
  const { campaignId } = await launchCampaign(core, 1);
  const [{ contactId }] = await enrollmentsOf(core, campaignId);
  ({ key } = core);
  const plan = await good('POST', '/contacts/bulk-change?dryRun=true', {
    contactIds: [contactId],
    change: { stage: 'do_not_contact' },
  });
  expect(plan.warnings).toEqual([expect.stringContaining('doNotContact')]);
  expect(plan.preview).toMatchObject([{ id: contactId, changes: { doNotContact: true } }]);
  const { changeSetId } = await change({ contactIds: [contactId] }, { stage: 'do_not_contact' });
  await undo(changeSetId);
  expect(await contact(contactId)).toMatchObject({ stage: 'new', doNotContact: true });
  expect((await enrollmentsOf(core, campaignId))[0].state).toBe('removed');
});

test('a deleted list gets no contacts back', async () => {
  const { id: listId } = await good('POST', '/lists', { name: 'Gone', kind: 'static', memberType: 'contact' });
  const id = await add();
  await good('POST', `/lists/${listId}/members`, { contactIds: [id] });
  const { changeSetId } = await change({ contactIds: [id] }, { removeFromLists: [listId], addTags: ['moved'] });
  await good('DELETE', `/lists/${listId}`);
  await undo(changeSetId);
  expect(await contact(id)).toMatchObject({ tags: [], listIds: [] });
});

test('rejects what does not fit, and names the field', async () => {
  const id = await add();
  const dynamic = await good('POST', '/lists', {
    name: 'Dynamic',
    kind: 'dynamic',
    memberType: 'contact',
    filter: { where: { field: 'stage', op: 'eq', value: 'new' } },
  });
  const { data: other } = (await core.request('POST', '/lists', { body: { name: 'Theirs' } })).body;
  const refused = async (body: object) => {
    const reply = await call('POST', '/contacts/bulk-change', body);
    return [reply.status, reply.body.error?.code, reply.body.error?.field];
  };
  const some = { contactIds: [id] };
  expect(await refused({ ...some, change: {} })).toEqual([422, 'validation_failed', 'change']);
  expect(await refused({ change: { addTags: ['a'] } })).toEqual([422, 'validation_failed', 'contactIds']);
  expect(await refused({ ...some, change: { addTags: ['a'], removeTags: ['a'] } })).toEqual([
    422,
    'validation_failed',
    'change.removeTags',
  ]);
  expect((await refused({ ...some, change: { addToLists: [dynamic.id] } }))[1]).toBe('invalid_state');
  expect((await refused({ ...some, change: { addToLists: [other.id] } }))[0]).toBe(404);
  expect(
    (await refused({ where: { field: 'stage', op: 'eq', value: 'customer' }, change: { addTags: ['a'] } }))[0],
  ).toBe(422);
  await good('POST', '/custom-fields', { key: 'size', label: 'Size', type: 'number' });
  const misfit = await call('POST', '/contacts/bulk-change', { ...some, change: { customFields: { size: 'big' } } });
  expect([misfit.status, misfit.body.error.field]).toEqual([422, 'customFields.size']);
});

test('reaches no other workspace, and repeats nothing', async () => {
  const [stranger] = await addContacts(core, 1);
  const own = await add();
  const job = await change({ contactIds: [own, stranger!] }, { addTags: ['mine'] });
  expect(job.counts).toMatchObject({ updated: 1 });
  const { body: theirs } = await core.request('GET', `/contacts/${stranger}`);
  expect(theirs.data.tags).toEqual([]);
  expect((await core.request('POST', `/change-sets/${job.changeSetId}/undo`, { body: {} })).status).toBe(404);

  const body = { contactIds: [own], change: { addTags: ['twice'] } };
  const headers = { 'idempotency-key': 'change-once' };
  const [first, second] = [
    await call('POST', '/contacts/bulk-change', body, headers),
    await call('POST', '/contacts/bulk-change', body, headers),
  ];
  expect(second.body.data.id).toBe(first.body.data.id);
  await runJobs();
  expect(await good('GET', '/change-sets')).toHaveLength(2);
});

test('runs at most two bulk changes of a workspace at a time, and undoes none that is running', async () => {
  const contactIds = [await add()];
  const started = await good('POST', '/contacts/bulk-change', { contactIds, change: { addTags: ['one'] } });
  const early = await call('POST', `/change-sets/${started.changeSetId}/undo`, {});
  expect(early.body.error.code).toBe('invalid_state');
  await good('POST', '/contacts/bulk-change', { contactIds, change: { addTags: ['two'] } });
  const third = await call('POST', '/contacts/bulk-change', { contactIds, change: { addTags: ['three'] } });
  expect([third.status, third.body.error.code]).toEqual([409, 'limit_reached']);
  await runJobs();
});

test('an erased person leaves the change set', async () => {
  const id = await add({ firstName: 'Xerxes' });
  const { changeSetId } = await change({ contactIds: [id] }, { customFields: { note: 'about Xerxes' } });
  await good('POST', `/contacts/${id}/erase`, {});
  const { results } = await undo(changeSetId);
  expect(results).toEqual([]);
});
