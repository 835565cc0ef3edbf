import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
let key: string;
beforeAll(async () => {
  core = await startTestCore();
  ({ key } = await core.addWorkspace());
});
afterAll(() => core.stop());

async function call(method: string, path: string, body?: object, own = key) {
  const { status, body: answer } = await core.request(method, path, { key: own, body });
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  return answer.data;
}
async function runJobs(): Promise<void> {
  while (await runJobOnce(core.deps)) {}
}
function add(body: object): Promise<{ id: string }> {
  return call('POST', '/contacts', body);
}
async function tag(type: 'contacts' | 'companies', id: string, name: string): Promise<void> {
  const ids = type === 'contacts' ? { contactIds: [id] } : { companyIds: [id] };
  await call('POST', `/${type}/bulk-change`, { ...ids, change: { addTags: [name] } });
  await runJobs();
}
/** Members that a merge and its undo leave as they were. */
async function stateOf(id: string, type = 'contacts') {
  const { version: _v, updatedAt: _u, duplicateOfId: _d, ...rest } = await call('GET', `/${type}/${id}`);
  return rest;
}
async function undo(changeSetId: string) {
  const { id } = await call('POST', `/change-sets/${changeSetId}/undo`);
  await runJobs();
  const job = await call('GET', `/jobs/${id}`);
  expect(job.state).toBe('completed');
  const results: { outcome: string; reason: string | null }[] = await call('GET', `/jobs/${id}/results`);
  return { results, changeSetId: job.changeSetId as string };
}

test('undoing a merge brings the other contact back with its history, and undoing that merges again', async () => {
  const list = await call('POST', '/lists', { name: 'Fair', memberType: 'contact' });
  const [{ id }, { id: other }] = [
    await add({ email: 'ann@split.example', firstName: 'Ann' }),
    await add({ email: 'ann.b@split.example', title: 'CTO', phones: ['+4930123456'], externalId: 'crm-7' }),
  ];
  await call('POST', `/lists/${list.id}/members`, { contactIds: [other] });
  await tag('contacts', id, 'fair');
  await tag('contacts', other, 'vip');
  await call('POST', `/contacts/${other}/notes`, { text: 'Met in Bonn.' });
  const before = [await stateOf(id), await stateOf(other)];

  const merged = await call('POST', `/contacts/${id}/merge`, { otherContactId: other });
  expect(merged).toMatchObject({ title: 'CTO', externalId: 'crm-7', tags: ['fair', 'vip'], listIds: [list.id] });
  expect(await call('GET', `/contacts/${id}/notes`)).toHaveLength(1);
  const preview = await call('POST', `/change-sets/${merged.changeSetId}/undo?dryRun=true`);
  expect(preview.preview).toMatchObject([
    { op: 'update', id, changes: { title: null, tags: ['fair'] } },
    { op: 'create', id: other, label: 'ann.b@split.example' },
  ]);
  const first = await undo(merged.changeSetId);
  expect(first.results).toMatchObject([{ outcome: 'updated' }]);
  expect([await stateOf(id), await stateOf(other)]).toEqual(before);
  expect(await call('GET', `/contacts/${id}/notes`)).toEqual([]);
  expect(await call('GET', `/contacts/${other}/notes`)).toHaveLength(1);
  expect(await call('GET', `/lists/${list.id}`)).toMatchObject({ memberCount: 1 });
  expect(JSON.stringify(await call('GET', `/contacts/${other}/timeline`))).toContain('contact.created');
  expect(JSON.stringify(await call('GET', `/contacts/${id}/timeline`))).not.toContain('Bonn');

  const second = await undo(first.changeSetId);
  expect(second.results).toMatchObject([{ outcome: 'updated' }]);
  expect(await stateOf(id)).toMatchObject({ title: 'CTO', tags: ['fair', 'vip'], listIds: [list.id] });
  expect((await core.request('GET', `/contacts/${other}`, { key })).status).toBe(404);
  await undo(second.changeSetId);
  expect([await stateOf(id), await stateOf(other)]).toEqual(before);
});

test('undoing the merge of groups skips a survivor that someone has changed, and one whose address is taken', async () => {
  const groups = [];
  for (const name of ['a', 'b', 'c']) {
    const ids = [
      (await add({ firstName: 'Jo', lastName: `Lee-${name}`, companyDomain: 'jo.example' })).id,
      (await add({ email: `${name}1@jo.example`, department: 'Sales' })).id,
      (await add({ email: `${name}2@jo.example`, title: 'CFO' })).id,
    ];
    groups.push({ contactIds: ids, survivorId: ids[0]! });
  }
  const before = await stateOf(groups[0]!.contactIds[2]!);
  const { changeSetId } = await call('POST', '/contacts/duplicates/merge', { groups });
  await call('PATCH', `/contacts/${groups[1]!.survivorId}`, { department: 'Finance' });
  await call('PATCH', `/contacts/${groups[2]!.survivorId}`, { stage: 'replied' });
  await call('POST', '/contacts', { email: 'c3@jo.example' });
  const dry = await call('POST', `/change-sets/${changeSetId}/undo?dryRun=true`);
  expect(dry.skipped).toMatchObject([{ id: groups[1]!.survivorId, reason: 'changed_since' }]);
  const { results } = await undo(changeSetId);
  expect(results.map(({ reason }) => reason)).toEqual([null, 'changed_since', null]);
  expect(await stateOf(groups[0]!.survivorId)).toMatchObject({ email: null, department: null, title: null });
  expect(await stateOf(groups[0]!.contactIds[2]!)).toEqual(before);
  expect(await stateOf(groups[2]!.survivorId)).toMatchObject({ stage: 'replied', email: null });
  expect(await stateOf(groups[1]!.survivorId)).toMatchObject({ department: 'Finance', title: 'CFO' });
});

test('an opt-out of either stays for both', async () => {
  const [{ id }, { id: other }] = [
    await add({ email: 'no@split.example' }),
    await add({ email: 'no.2@split.example' }),
  ];
  await call('PATCH', `/contacts/${other}`, { doNotContact: true });
  const { changeSetId } = await call('POST', `/contacts/${id}/merge`, { otherContactId: other });
  await undo(changeSetId);
  expect(await stateOf(id)).toMatchObject({ doNotContact: true });
  expect(await stateOf(other)).toMatchObject({ doNotContact: true });
});

test('erasing the kept contact erases what a merge kept for its undo', async () => {
  const [{ id }, { id: other }] = [await add({ email: 'e1@split.example' }), await add({ email: 'e2@split.example' })];
  const { changeSetId } = await call('POST', `/contacts/${id}/merge`, { otherContactId: other });
  expect((await call('GET', `/contacts/${id}/data`)).merged).toMatchObject([{ id: other, email: 'e2@split.example' }]);
  await call('POST', `/contacts/${id}/erase`);
  const { results } = await undo(changeSetId);
  expect(results.filter(({ outcome }) => outcome !== 'skipped')).toEqual([]);
  expect((await core.request('GET', `/contacts/${other}`, { key })).status).toBe(404);
});

test('undoing a merge of companies gives back their contacts, facts, and details', async () => {
  const [{ id }, { id: other }] = [
    await call('POST', '/companies', { name: 'Split AG', domain: 'split-ag.example' }),
    await call('POST', '/companies', { name: 'Split Ltd', domain: 'split-ltd.example', industry: 'Tools' }),
  ];
  await tag('companies', id, 'one');
  await tag('companies', other, 'two');
  const { id: person } = await add({
    email: 'p@split-ltd.example',
    companyName: 'Split',
    companyDomain: 'split-ltd.example',
  });
  const before = [await stateOf(id, 'companies'), await stateOf(other, 'companies'), await stateOf(person)];
  const { changeSetId } = await call('POST', `/companies/${id}/merge`, { otherCompanyId: other });
  expect(await stateOf(person)).toMatchObject({ companyId: id, companyName: 'Split AG' });
  const { results } = await undo(changeSetId);
  expect(results).toMatchObject([{ outcome: 'updated' }]);
  expect([await stateOf(id, 'companies'), await stateOf(other, 'companies'), await stateOf(person)]).toEqual(before);
});

test('a change set of another workspace is not found', async () => {
  const [{ id }, { id: other }] = [await add({ email: 'w1@split.example' }), await add({ email: 'w2@split.example' })];
  const { changeSetId } = await call('POST', `/contacts/${id}/merge`, { otherContactId: other });
  const { key: foreign } = await core.addWorkspace();
  expect((await core.request('POST', `/change-sets/${changeSetId}/undo`, { key: foreign })).status).toBe(404);
});
