import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
let number = 0;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return core.request(method, path, { body, headers });
}
async function get(path: string) {
  return (await send('GET', path)).body;
}
async function add(more: object = {}) {
  number += 1;
  return (await send('POST', '/contacts', { email: `person${number}@change.example`, ...more })).body.data;
}

test('changes given fields, removes null fields, and shows the same in a dry run', async () => {
  const contact = await add({ title: 'CTO', department: 'IT', customFields: { a: 1, b: 2 } });
  const body = { title: 'CEO', department: null, customFields: { a: null, c: 3 }, declaredBasis: 'consent' };
  const dry = (await send('PATCH', `/contacts/${contact.id}?dryRun=true`, body)).body.data;
  const done = (await send('PATCH', `/contacts/${contact.id}`, body)).body.data;
  expect(dry.effects[0]).toMatchObject({
    op: 'update',
    id: contact.id,
    changes: { title: 'CEO', department: null, customFields: { b: 2, c: 3 }, declaredBasis: 'consent' },
  });
  expect(done).toMatchObject({
    title: 'CEO',
    department: null,
    customFields: { b: 2, c: 3 },
    declaredBasis: 'consent',
    basisSetAt: expect.any(String),
    version: 2,
  });
  expect((await get(`/contacts/${contact.id}`)).data).toEqual({ ...done, suppression: null });
  const emptied = await send('PATCH', `/contacts/${contact.id}?dryRun=true`, { phones: null, customFields: null });
  expect(emptied.body.data.effects[0].changes).toEqual({ customFields: {} });
  const again = (await send('PATCH', `/contacts/${contact.id}?dryRun=true`, body)).body.data;
  expect(again.effects).toEqual([]);
});

test('rejects overwriting a version the caller has not seen', async () => {
  const { id } = await add();
  await send('PATCH', `/contacts/${id}`, { title: 'One' });
  const stale = await send('PATCH', `/contacts/${id}`, { title: 'Two' }, { 'if-match': '"v1"' });
  expect([stale.status, stale.body.error.code]).toEqual([409, 'version_conflict']);
  const fresh = await send('PATCH', `/contacts/${id}`, { title: 'Two' }, { 'if-match': '"v2"' });
  expect(fresh.status).toBe(200);
});

test('links to the company of a new domain and updates both counts', async () => {
  const { id, companyId } = await add({ companyDomain: 'old.example' });
  const dry = (await send('PATCH', `/contacts/${id}?dryRun=true`, { companyDomain: 'fresh.example' })).body.data;
  const done = (await send('PATCH', `/contacts/${id}`, { companyDomain: 'fresh.example' })).body.data;
  expect(dry.effects.map(({ op, type }: { op: string; type: string }) => `${op} ${type}`)).toEqual([
    'update contact',
    'create company',
  ]);
  expect(done.companyId).not.toBe(companyId);
  const { findCompany } = await import('../../../store/companies/company-store.ts');
  expect((await findCompany(core.workspaceId, companyId))?.contactCount).toBe(0);
  expect((await findCompany(core.workspaceId, done.companyId))?.contactCount).toBe(1);
});

test('finds a contact by its new words, not the old ones', async () => {
  const { id } = await add({ firstName: 'Zoë', lastName: 'Müller-Lüdenscheidt' });
  for (const q of ['zoe', 'muller', 'luden', 'Zoë Müller', 'zo'])
    expect((await get(`/contacts?q=${encodeURIComponent(q)}`)).data).toMatchObject([{ id }]);
  await send('PATCH', `/contacts/${id}`, { firstName: 'Anna', lastName: 'Schmidt' });
  expect((await get('/contacts?q=zoe')).data).toEqual([]);
  expect((await get('/contacts?q=schmidt')).data).toHaveLength(1);
  expect((await get('/contacts?q=..')).data).toEqual([]);
  expect((await send('GET', '/contacts?q=z')).status).toBe(422);
});

test('infers the time zone from the country, marks it as inferred, and yields to an explicit one', async () => {
  const contact = await add({ location: { country: 'France' } });
  expect(contact).toMatchObject({ timeZone: 'Europe/Paris', isTimeZoneInferred: true });
  const moved = (await send('PATCH', `/contacts/${contact.id}`, { location: { country: 'JP' } })).body.data;
  expect(moved).toMatchObject({ timeZone: 'Asia/Tokyo', isTimeZoneInferred: true });
  const given = (await send('PATCH', `/contacts/${contact.id}`, { timeZone: 'Europe/Rome' })).body.data;
  expect(given).toMatchObject({ timeZone: 'Europe/Rome', isTimeZoneInferred: false });
  const plan = await send('PATCH', `/contacts/${contact.id}?dryRun=true`, { timeZone: null });
  expect(plan.body.data.effects[0].changes).toEqual({ timeZone: 'Asia/Tokyo', isTimeZoneInferred: true });
  await send('PATCH', `/contacts/${contact.id}`, { timeZone: null });
  const again = await send('PATCH', `/contacts/${contact.id}`, { timeZone: null });
  expect(again.body).toMatchObject({ summary: 'Nothing to change.', data: { timeZone: 'Asia/Tokyo' } });
});

test('rejects an address of another contact, and a contact without an identity', async () => {
  const [one, two] = [await add(), await add()];
  const taken = await send('PATCH', `/contacts/${two.id}`, { email: one.email });
  expect(taken.body.error).toMatchObject({ code: 'contact_exists', existingId: one.id });
  const nobody = await send('PATCH', `/contacts/${two.id}`, { email: null });
  expect(nobody.body.error).toMatchObject({ code: 'validation_failed', field: 'email' });
  const wrong = await send('PATCH', `/contacts/${two.id}`, { email: 'nonsense' });
  expect(wrong.body.error.field).toBe('email');
});

test('sets the stage, and do_not_contact opts the contact out', async () => {
  const { id } = await add();
  const dry = (await send('PUT', `/contacts/${id}/stage?dryRun=true`, { stage: 'do_not_contact' })).body.data;
  const done = (await send('PUT', `/contacts/${id}/stage`, { stage: 'do_not_contact' })).body.data;
  expect(dry.effects[0].changes).toEqual({ stage: 'do_not_contact', doNotContact: true });
  expect(done).toMatchObject({ stage: 'do_not_contact', doNotContact: true });
});

test('list_contact_notes and get_contact_timeline show notes', async () => {
  const { id } = await add();
  const dry = await send('POST', `/contacts/${id}/notes?dryRun=true`, { text: 'Called back' });
  expect(dry.body.data.effects).toHaveLength(1);
  for (const text of ['Called back', 'Second', 'Third']) await send('POST', `/contacts/${id}/notes`, { text });
  const notes = (await get(`/contacts/${id}/notes`)).data;
  expect(notes.map(({ text }: { text: string }) => text)).toEqual(['Third', 'Second', 'Called back']);
  const first = await get(`/contacts/${id}/timeline?limit=3`);
  const second = await get(`/contacts/${id}/timeline?limit=3&cursor=${first.page.nextCursor}`);
  const types = [...first.data, ...second.data].map(({ type }: { type: string }) => type);
  expect(types).toEqual(['note', 'note', 'note', 'event']);
  expect(second.page.nextCursor).toBeNull();
});

test('deletes a contact with its notes', async () => {
  const { id } = await add();
  await send('POST', `/contacts/${id}/notes`, { text: 'Gone soon' });
  const dry = (await send('DELETE', `/contacts/${id}?dryRun=true`)).body.data;
  expect((await send('GET', `/contacts/${id}`)).status).toBe(200);
  const done = await send('DELETE', `/contacts/${id}`);
  expect(dry.effects).toMatchObject([
    { op: 'delete', id },
    { op: 'delete', type: 'note', changes: { count: 1 } },
  ]);
  expect(done.body.data).toEqual({ id, deleted: true });
  expect((await send('GET', `/contacts/${id}`)).status).toBe(404);
  expect((await send('DELETE', `/contacts/${id}`)).status).toBe(404);
});

test('merges two contacts into one', async () => {
  const kept = await add({ email: 'ada.kept@gmail.com', firstName: 'Ada', customFields: { a: 1 } });
  const other = await add({
    firstName: 'Augusta',
    lastName: 'King',
    companyDomain: 'merge.example',
    customFields: { a: 2, b: 3 },
    phones: ['1'],
  });
  await send('POST', `/contacts/${other.id}/notes`, { text: 'Moves over' });
  await send('PUT', `/contacts/${other.id}/stage`, { stage: 'do_not_contact' });
  const dry = (await send('POST', `/contacts/${kept.id}/merge?dryRun=true`, { otherContactId: other.id })).body.data;
  const done = (await send('POST', `/contacts/${kept.id}/merge`, { otherContactId: other.id })).body.data;
  expect(dry.effects[0].changes).toMatchObject({ lastName: 'King', doNotContact: true });
  expect(dry.warnings).toEqual([`${other.email} becomes a former address of the contact.`]);
  expect(done).toMatchObject({
    id: kept.id,
    email: kept.email,
    firstName: 'Ada',
    lastName: 'King',
    companyId: other.companyId,
    customFields: { a: 1, b: 3 },
    phones: ['1'],
    doNotContact: true,
  });
  expect((await send('GET', `/contacts/${other.id}`)).status).toBe(404);
  expect((await get(`/contacts/${kept.id}/notes`)).data).toHaveLength(1);
  const itself = await send('POST', `/contacts/${kept.id}/merge`, { otherContactId: kept.id });
  expect(itself.body.error.field).toBe('otherContactId');
});
