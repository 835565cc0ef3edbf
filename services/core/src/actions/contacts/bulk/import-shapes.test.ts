import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
type Json = any;
async function dry(text: string | Uint8Array, query = '', type = 'text/csv'): Promise<Json> {
  const response = await fetch(`${core.url}/api/public/v1/contacts/import?dryRun=true${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${core.key}`, 'content-type': type },
    body: text,
  });
  const body = (await response.json()) as Json;
  return body.data ?? body;
}
async function sample(text: string | Uint8Array, type?: string): Promise<Json[]> {
  return (await dry(text, '', type)).preview.sample;
}

test('skips the lines that spreadsheets and LinkedIn put above the header', async () => {
  const notes = 'Notes:\n"When exporting, you may notice, that some"\n\n';
  const linkedIn = `${notes}First Name,Last Name,URL,Email Address,Company\nNora,Lund,https://www.linkedin.com/in/nora,nora@fjord.example,Fjord\n`;
  expect(await sample(linkedIn)).toMatchObject([{ firstName: 'Nora', email: 'nora@fjord.example' }]);
  expect(await sample('sep=;\nE-Mail;Vorname\nnora@fjord.example;Nora, A.\n')).toMatchObject([
    { email: 'nora@fjord.example' },
  ]);
  const tabs = 'Email\tName, first\nnora@fjord.example\tNora\n';
  expect(await sample(tabs)).toMatchObject([{ email: 'nora@fjord.example' }]);
});

test('rejects rows with shifted or swallowed cells and ignores empty rows', async () => {
  const file = [
    'Email,Company,City',
    'a@fjord.example,Fjord, Inc.,Oslo',
    'b@fjord.example',
    ',,',
    'c@fjord.example,"Elv,Oslo',
    'd@fjord.example,Dal,Bergen',
    'e@fjord.example,Vik 12",Oslo',
    'f@fjord.example,Fjell,Oslo',
  ].join('\n');
  const { preview } = await dry(file);
  expect(preview.problems.map(({ row }: Json) => row)).toEqual([1, 2, 3]);
  expect(preview.sample).toMatchObject([{ email: 'f@fjord.example' }]);
});

test('a row may end before empty columns', async () => {
  expect(await sample('Email,City,Notes,Fax\na@fjord.example,Oslo\nb@fjord.example,Bergen,\n')).toHaveLength(2);
});

test.each([
  ['windows-1252', Buffer.from([0x8a, 0x69, 0x6d, 0x65]), 'Šime'],
  ['windows-1251', Buffer.from([0xc8, 0xe2, 0xe0, 0xed]), 'Иван'],
  ['windows-1250', Buffer.from([0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a]), 'Łukasz'],
  ['iso-8859-2', Buffer.from([0xae, 0x6f, 0x66, 0x69, 0x65]), 'Žofie'],
  ['windows-1253', Buffer.from([0xcd, 0xdf, 0xea, 0xef, 0xf2]), 'Νίκος'],
  ['gb18030', Buffer.from([0xd0, 0xa1, 0xc3, 0xf7]), '小明'],
  ['macintosh', Buffer.from([0x4a, 0x9f, 0x72, 0x67, 0x65, 0x6e, 0x20, 0x47, 0x72, 0x6f, 0xa7]), 'Jürgen Groß'],
  ['shift_jis', Buffer.from([0x91, 0xbe, 0x98, 0x59]), '太郎'],
])('recognizes %s and reports it as a guess', async (encoding, name, expected) => {
  const file = Buffer.concat([Buffer.from('Email,First name\nx@fjord.example,'), name, Buffer.from('\n')]);
  const { preview, warnings } = await dry(file);
  expect(preview.sample).toMatchObject([{ firstName: expected }]);
  expect(warnings.join()).toContain(encoding);
});

test('reads UTF-16 in both byte orders, and in an encoding named by the caller', async () => {
  const text = '\ufeffEmail,First name\nx@fjord.example,Łucja\n';
  const little = Buffer.from(text, 'utf16le');
  for (const file of [little, Buffer.from(little).swap16()])
    expect(await sample(file)).toMatchObject([{ firstName: 'Łucja' }]);
  const latin = Buffer.from('Email,First name\nx@fjord.example,Ren\xe9\n', 'latin1');
  expect((await dry(latin, '&encoding=windows-1252')).preview.sample).toMatchObject([{ firstName: 'René' }]);
  expect((await dry(latin, '&encoding=utf-8')).preview.problems).toMatchObject([{ row: 1 }]);
});

test('a stray byte fails only its own row, however late in the file', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => `n${index}@fjord.example,Jürgen`);
  const file = Buffer.concat([
    Buffer.from(`Email,First name\n${rows.join('\n')}\nx@fjord.example,J`),
    Buffer.from([0xfc]),
    Buffer.from('rg\n'),
  ]);
  const { preview } = await dry(file);
  expect(preview.problems).toMatchObject([{ row: 301 }]);
  expect(preview.sample[0].firstName).toBe('Jürgen');
});

test('reads nested JSON as returned by APIs, and ignores unknown shapes', async () => {
  const lines = [
    { properties: { firstname: 'Nora', email: 'n1@fjord.example' } },
    {
      emails: [{ value: 'old@fjord.example' }, { value: 'n2@fjord.example', primary: true }],
      company: { name: 'Fjord', domain: 'fjord.example' },
    },
    {
      email: 'n3@fjord.example',
      title: ['CFO', 'Partner'],
      phone_numbers: [{ raw_number: '+47 22 33 44 55' }],
      tags: [{ name: 'a' }],
    },
    { email: 'n4@fjord.example', title: { level: 3, unit: 'x' }, address: { city: 'Oslo', country: { code: 'NO' } } },
    { email: 'n5@fjord.example', unsubscribed: true, name: { first: 'Eva', last: 'Moe' } },
  ].map((line) => JSON.stringify(line));
  const { preview } = await dry(lines.join('\n'), '', 'application/x-ndjson');
  expect(preview.sample).toMatchObject([
    { firstName: 'Nora', email: 'n1@fjord.example' },
    { email: 'n2@fjord.example', companyName: 'Fjord', companyDomain: 'fjord.example' },
    { title: 'CFO', phones: ['+47 22 33 44 55'] },
    { location: { city: 'Oslo', country: 'NO' } },
    { firstName: 'Eva', lastName: 'Moe' },
  ]);
  expect(preview.notes).toMatchObject([{ row: 4, field: 'title', code: 'cell_left_out' }]);
});

test.each([
  ['#REF!', undefined],
  ['#NV', undefined],
  ['#WERT!', undefined],
  ['N/A', undefined],
  ['unbekannt', undefined],
  ['NULL', undefined],
  ['Null Island Ltd', 'Null Island Ltd'],
  ['Nil', undefined],
])('stores the company %j as %j', async (cell, expected) => {
  const [row] = await sample(`Email,Company\nx@fjord.example,${cell}\n`);
  expect(row.companyName).toBe(expected);
});

test('stores damaged text unchanged, with a warning', async () => {
  const { preview, warnings } = await dry('Email,First name,Last name\nx@fjord.example,JÃ¼rgen,O&#39;Hara\n');
  expect(preview.sample).toMatchObject([{ firstName: 'JÃ¼rgen', lastName: 'O&#39;Hara' }]);
  expect(warnings.join()).toMatch(/HTML entities.*|characters of a wrong encoding/);
});

test('chooses between two columns for one field by their values', async () => {
  expect(await sample('Titel,Position,Email\nDr.,CTO,x@fjord.example\n')).toMatchObject([{ title: 'CTO' }]);
  const [row] = await sample('Title,Email\nMrs.,x@fjord.example\n');
  expect(row.title).toBeUndefined();
});
