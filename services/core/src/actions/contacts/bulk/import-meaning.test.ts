import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

// biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
type Json = any;
async function upload(
  text: string | Uint8Array,
  query = '',
  type = 'text/csv',
): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${core.url}/api/public/v1/contacts/import${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body: text,
  });
  return { status: response.status, body: await response.json() };
}
async function get(path: string): Promise<Json> {
  return (await core.request('GET', path, { key })).body;
}
async function preview(text: string | Uint8Array, query = '', type = 'text/csv'): Promise<Json> {
  return (await upload(text, `?dryRun=true${query && `&${query.slice(1)}`}`, type)).body.data;
}
/** Imports the text and returns the row results, each with its contact. */
async function imported(text: string | Uint8Array, query = '', type = 'text/csv'): Promise<Json[]> {
  const { status, body } = await upload(text, query, type);
  expect(status, JSON.stringify(body)).toBe(202);
  while (await runJobOnce(core.deps)) {}
  const rows = (await get(`/jobs/${body.data.id}/results?limit=100`)).data;
  return Promise.all(
    rows.map(async (row: Json) => ({
      ...row,
      contact: row.recordId ? (await get(`/contacts/${row.recordId}`)).data : null,
    })),
  );
}
const ndjson = 'application/x-ndjson';

test.each([
  ['HasOptedOutOfEmail', 'TRUE'],
  ['Unsubscribed At', '2026-03-04 10:00'],
  ['Abgemeldet', 'ja'],
  ['Ne pas contacter', 'oui'],
  ['Dado de baja', 'x'],
  ['Não contatar', 'sim'],
  ['Uitgeschreven', '1'],
  ['Odhlášeno', 'ano'],
  ['Avregistrerad', 'ja'],
  ['配信停止', 'はい'],
  ['Отписался', 'да'],
  ['Subscription status', 'Unsubscribed'],
  ['Kontaktstatus', 'Nicht kontaktieren'],
  ['Anything', 'opted out'],
])('a column %j with %j sets do not contact', async (column, value) => {
  const file = `Email,First name,${column}\nnora@fjord.example,Nora,${value}\nolav@fjord.example,Olav,\n`;
  const [nora, olav] = await imported(file);
  expect(nora.contact).toMatchObject({ doNotContact: true, stage: 'do_not_contact' });
  expect(olav.contact).toMatchObject({ doNotContact: false, stage: 'new' });
  expect((await get('/suppressions')).data).toMatchObject([{ value: 'nora@fjord.example', reason: 'import' }]);
  expect(JSON.stringify((await preview(file)).warnings)).toContain('opted out');
});

test.each([
  ['HasOptedOutOfEmail', 'false'],
  ['Unsubscribe link', 'https://fjord.example/u/1'],
  ['Do Not Call', 'no'],
  ['Status', 'active'],
  ['Prioridad', 'baja'],
  ['Opt-In', 'yes'],
])('a column %j with %j does not set do not contact', async (column, value) => {
  const [row] = await imported(`Email,${column}\nnora@fjord.example,${value}\n`);
  expect(row.contact).toMatchObject({ doNotContact: false });
});

test('marks a bounced address invalid, and keeps that status after a later import', async () => {
  const [row] = await imported('Email,Hard Bounce\nnora@fjord.example,2026-01-01\n');
  expect(row.contact.emailStatus).toBe('invalid');
  const [again] = await imported('Email,Email Status\nnora@fjord.example,Verified\n');
  expect(again).toMatchObject({ outcome: 'unchanged', contact: { emailStatus: 'invalid' } });
});

test('requires a decision about an unreadable opt-out column before the import', async () => {
  const file = 'Email,Do not email\nnora@fjord.example,see ticket 12\n';
  expect(JSON.stringify((await preview(file)).warnings)).toContain('Do not email=doNotContact');
  const refused = await upload(file);
  expect(refused.body.error).toMatchObject({ code: 'validation_failed', field: 'columns' });
  const [left] = await imported(file, '?columns=Do not email=-');
  expect(left.contact.doNotContact).toBe(false);
  const [read] = await imported(file, '?columns=Do not email=doNotContact');
  expect(read.contact.doNotContact).toBe(true);
});

test('reports an unread comment that sounds like an opt-out, and never takes the rest of a broken address', async () => {
  const { warnings, notes } = await preview('Email,Comment\nnora@fjord.example,please do not contact her again\n');
  expect([warnings.join(), notes ?? []]).toEqual([expect.stringContaining('"Comment" is not read'), expect.anything()]);
  const rows = await imported('Email;Name\na nora@fjord.example;Nora\nOlav <olav@fjord.example>;Olav\n');
  expect(rows.map(({ outcome }) => outcome)).toEqual(['failed', 'created']);
});

test('an import never reverts an opt-out, even if existing contacts are skipped', async () => {
  await imported('Email,Opt Out\nnora@fjord.example,yes\n');
  await imported('Email,Opt Out,Stage\nnora@fjord.example,no,new\n');
  await core.request('POST', '/contacts', { key, body: { email: 'olav@fjord.example' } });
  await imported('Email,Opt Out\nolav@fjord.example,yes\n', '?onExisting=skip');
  const { data } = await get('/contacts?doNotContact=true');
  expect(data.map(({ email }: Json) => email).sort()).toEqual(['nora@fjord.example', 'olav@fjord.example']);
});

test('honors an opt-out in a second row for the same person', async () => {
  const file = 'Email,Unsubscribed\nnora@fjord.example,no\nNORA@fjord.example,yes\n';
  const [first, second] = await imported(file);
  expect(first.contact.doNotContact).toBe(true);
  expect(second).toMatchObject({ outcome: 'skipped', reason: 'duplicate' });
});

test('a guessed ID never overwrites a different person', async () => {
  const [anna] = await imported('ID,First Name,Last Name,Email\n7,Nora,Lund,nora@fjord.example\n');
  const [carl] = await imported('ID,First Name,Last Name,Email\n7,Carl,Dahl,carl@elv.example\n');
  expect(carl).toMatchObject({ outcome: 'created', reason: 'id_conflict', contact: { externalId: null } });
  const [moved] = await imported('ID,First Name,Last Name,Email\n7,Nora,Lund,nora@new.example\n');
  expect(moved).toMatchObject({ outcome: 'failed', reason: 'id_conflict' });
  expect((await get(`/contacts/${anna.contact.id}`)).data.email).toBe('nora@fjord.example');
  const named = await imported('ID,First Name,Email\n7,Nora,nora@new.example\n', '?columns=ID=externalId');
  expect(named[0]).toMatchObject({ outcome: 'updated', contact: { email: 'nora@new.example' } });
});

test('ignores IDs that are placeholders or were rounded', async () => {
  const rows = await imported('CRM ID,Email\nnull,a@fjord.example\n-,b@fjord.example\n1.23E+15,c@fjord.example\n');
  expect(rows.map(({ contact }: Json) => contact.externalId)).toEqual([null, null, null]);
  const lines = [1, 2].map((n) => `{"recordId": 12345678901234567${n}, "email": "n${n}@fjord.example"}`);
  const exact = await imported(lines.join('\n'), '', ndjson);
  expect(exact.map(({ contact }: Json) => contact.externalId)).toEqual(['123456789012345671', '123456789012345672']);
});

test('reimporting an export changes nothing, and reproduces the contacts in another workspace', async () => {
  const body = {
    email: 'nora@fjord.example',
    firstName: 'Dr. Nora',
    lastName: 'Null',
    phones: ['+47 22 12 34 56', "'quoted"],
    title: '- acting CFO',
    companyName: "'=Equal, Foods",
    location: { city: 'Oslo', country: 'Norge' },
    customFields: { tier: 'gold', size: 3 },
  };
  const made = (await core.request('POST', '/contacts', { key, body })).body.data;
  await core.request('POST', '/contacts/tag', { key, body: { contactIds: [made.id], tags: ['Bergen, NO', 'a;b'] } });
  await core.request('PUT', `/contacts/${made.id}/stage`, { key, body: { stage: 'not_interested' } });
  const before = (await get(`/contacts/${made.id}`)).data;
  const file = (await core.request('GET', '/contacts/export', { key })).body as string;
  const json = (await core.request('GET', '/contacts/export?format=ndjson', { key })).body as string;
  expect(await imported(file)).toMatchObject([{ outcome: 'unchanged', reason: null }]);
  expect(await imported(json, '', ndjson)).toMatchObject([{ outcome: 'unchanged' }]);
  const own = [
    'phones',
    'title',
    'companyName',
    'customFields',
    'tags',
    'stage',
    'timeZone',
    'isTimeZoneInferred',
    'externalId',
    'firstName',
    'lastName',
  ];
  for (const [text, type] of [
    [file, 'text/csv'],
    [json, ndjson],
  ] as const) {
    ({ key } = await core.addWorkspace());
    const [{ contact }] = (await imported(text, '', type)) as [Json];
    for (const name of own) expect([name, contact[name]]).toEqual([name, before[name]]);
  }
});

test('people are colleagues by company domain, not by a shared host such as LinkedIn or Gmail', async () => {
  const rows = await imported(
    [
      'Name,Email,URL,Company',
      'Nora Lund,nora@fjord.example,https://no.linkedin.com/in/nora,Fjord',
      'Olav Dahl,olav@fjord.example,https://www.linkedin.com/in/olav,Fjord AS',
      'Per Vik,per@fjord.example,https://www.linkedin.com/in/per,Another Firm',
      'Eva Moe,eva@gmail.com,https://www.linkedin.com/in/eva,Fjord',
    ].join('\n'),
  );
  const [nora, olav, per, eva] = rows.map(({ contact }: Json) => contact);
  expect(nora).toMatchObject({ linkedinUrl: 'https://no.linkedin.com/in/nora', companyDomain: 'fjord.example' });
  expect(olav.companyId).toBe(nora.companyId);
  expect([per.companyId, eva.companyId]).toEqual([null, null]);
});

test('a partial row adds phones and merges locations', async () => {
  const body = {
    email: 'nora@fjord.example',
    phones: ['+47 1'],
    location: { city: 'Oslo', region: 'Viken', country: 'NO' },
  };
  await core.request('POST', '/contacts', { key, body });
  const [row] = await imported('Email,City,Phone\nnora@fjord.example,Bergen,+47 55 55 55 55\n');
  expect(row.contact).toMatchObject({
    phones: ['+47 1', '+47 55 55 55 55'],
    location: { city: 'Bergen', region: 'Viken', country: 'NO' },
  });
});

test('one unreadable cell does not drop the contact', async () => {
  const file = `Email,Seniority,Time zone,Department,LinkedIn,Domain\nnora@fjord.example,Wizard,noon,${'x'.repeat(120)},https://www.linkedin.com/in/nora-ø,not a domain\n`;
  const [row] = await imported(file);
  expect(row).toMatchObject({ outcome: 'created', reason: 'cell_left_out' });
  expect(row.contact).toMatchObject({ seniority: null, timeZone: null, department: null });
  expect(row.contact.linkedinUrl).toContain('nora-%C3%B8');
  const { preview: shown } = await preview(file);
  expect(shown.notes.map(({ field }: Json) => field).sort()).toEqual([
    'companyDomain',
    'department',
    'seniority',
    'timeZone',
  ]);
});

test('matches people without an email address by name or profile', async () => {
  const file =
    'First name,Last name,Email,Domain\nNora,Lund,,fjord.example\nOlav,Dahl,olav@fjord.example,fjord.example\n';
  await imported(file);
  expect((await imported(file)).map(({ outcome }: Json) => outcome)).toEqual(['unchanged', 'unchanged']);
  await imported('First name,Last name,Domain,LinkedIn\nEva,Moe,elv.example,linkedin.com/in/evamoe\n');
  const [found] = await imported(
    'First name,Email,LinkedIn\nEva,eva@elv.example,https://www.linkedin.com/in/EvaMoe/\n',
  );
  expect(found).toMatchObject({ outcome: 'updated', contact: { email: 'eva@elv.example', lastName: 'Moe' } });
});
