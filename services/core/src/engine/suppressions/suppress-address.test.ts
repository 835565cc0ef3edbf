import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addSuppression } from '../../store/suppressions/suppression-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

let key: string;
let workspaceId: string;
beforeEach(async () => {
  ({ key, workspaceId } = await core.addWorkspace());
});

function request(method: string, path: string, body?: object) {
  return core.request(method, path, { key, ...(body && { body }) });
}
async function create(fields: object) {
  return (await request('POST', '/contacts', fields)).body.data as { id: string; doNotContact: boolean };
}
async function isSuppressed(value: string): Promise<boolean> {
  return (await request('GET', `/suppressions/check?value=${encodeURIComponent(value)}`)).body.data.isSuppressed;
}

test('an opt-out covers the address of a merged contact', async () => {
  const kept = await create({ email: 'nora@fjord.example', firstName: 'Nora' });
  const other = await create({ email: 'n.lund@elv.example', firstName: 'Nora' });
  await request('POST', `/contacts/${kept.id}/merge`, { otherContactId: other.id });
  await request('POST', '/suppressions', { value: 'nora@fjord.example', reason: 'unsubscribe' });
  expect(await isSuppressed('n.lund@elv.example')).toBe(true);
  expect(await isSuppressed('someone@elv.example')).toBe(false);
});

test('a merge and a change of address extend an existing opt-out', async () => {
  await request('POST', '/suppressions', { value: 'nora@fjord.example', reason: 'unsubscribe' });
  const kept = await create({ email: 'nora@fjord.example', firstName: 'Nora' });
  const other = await create({ email: 'n.lund@elv.example', firstName: 'Nora' });
  await request('POST', `/contacts/${kept.id}/merge`, { otherContactId: other.id });
  expect(await isSuppressed('n.lund@elv.example')).toBe(true);
  await request('PATCH', `/contacts/${kept.id}`, { email: 'nora@new.example' });
  expect(await isSuppressed('nora@new.example')).toBe(true);
});

test('an opt-out covers contacts with another spelling of the mailbox, including later ones', async () => {
  const stored = await create({ email: 'nora.lund@gmail.com', firstName: 'Nora' });
  await request('POST', '/suppressions', { value: 'noralund+list@googlemail.com', reason: 'unsubscribe' });
  expect((await request('GET', `/contacts/${stored.id}`)).body.data.doNotContact).toBe(true);
  const again = await request('POST', '/contacts', { email: 'n.o.ralund@gmail.com', firstName: 'Nora' });
  expect(again.body.error).toMatchObject({ code: 'contact_exists', existingId: stored.id });
});

test('a hard bounce of one address does not affect another address of the person', async () => {
  const kept = await create({ email: 'nora@fjord.example', firstName: 'Nora' });
  const other = await create({ email: 'n.lund@elv.example', firstName: 'Nora' });
  await request('POST', `/contacts/${kept.id}/merge`, { otherContactId: other.id });
  const entry = { kind: 'address', value: 'nora@fjord.example', reason: 'hard_bounce' } as const;
  await addSuppression(workspaceId, entry, new Date());
  expect(await isSuppressed('nora@fjord.example')).toBe(true);
  expect(await isSuppressed('n.lund@elv.example')).toBe(false);
});

test('recognizes an erased person by a former address and by the profile', async () => {
  const contact = await create({
    email: 'nora@fjord.example',
    firstName: 'Nora',
    linkedinUrl: 'https://www.linkedin.com/in/nora-lund/',
  });
  await request('PATCH', `/contacts/${contact.id}`, { email: 'nora@elv.example' });
  await request('POST', `/contacts/${contact.id}/erase`, {});
  expect(await isSuppressed('nora@fjord.example')).toBe(true);
  const back = await create({ email: 'private@home.example', linkedinUrl: 'http://no.linkedin.com/in/Nora-Lund?x=1' });
  expect(back.doNotContact).toBe(true);
});

test("another person can use a contact's former address, along with its opt-out", async () => {
  const first = await create({ email: 'office@fjord.example', firstName: 'Nora', lastName: 'Lund' });
  await request('PATCH', `/contacts/${first.id}`, { email: 'nora@fjord.example' });
  const taken = await request('POST', '/contacts', { email: 'office@fjord.example', firstName: 'Nora' });
  expect(taken.body.error).toMatchObject({ code: 'contact_exists', existingId: first.id });
  await request('PATCH', `/contacts/${first.id}`, { doNotContact: true });
  const second = await create({ email: 'office@fjord.example', firstName: 'Carl', lastName: 'Dahl' });
  expect(second).toMatchObject({ doNotContact: true });
});

test('a preview warns about removed invisible characters', async () => {
  const body = { email: 'nora\u200b@fjord.example', firstName: '\u202aNora' };
  const { body: dry } = await request('POST', '/contacts?dryRun=true', body);
  expect(dry.data.warnings).toEqual(
    expect.arrayContaining([
      'Invisible characters were removed from email.',
      'Invisible characters were removed from firstName.',
    ]),
  );
  const { body: made } = await request('POST', '/contacts', body);
  expect(made.data).toMatchObject({ email: 'nora@fjord.example', firstName: 'Nora' });
});
