import { expect, test } from 'vitest';
import { registers } from '../../../domain/prospects/registers/registers.ts';
import { type BytesFrom, registerLines } from './read-register.ts';

function fileOf(text: string, size = 7): BytesFrom {
  const bytes = Buffer.from(text);
  return async function* (from) {
    for (let at = from; at < bytes.length; at += size) yield bytes.subarray(at, Math.min(at + size, bytes.length));
  };
}

const csv = [
  '\ufeffCompanyName, CompanyNumber,CompanyStatus,Other',
  '"ÄPFEL, LIMITED",1,Active,"two\r\nlines"',
  'SHORT ROW,2',
  'CODE LTD,3,Active,',
  '',
].join('\r\n');
const ndjson = ['{"id":"1","name":"Ä"}', 'not json', '[]', '{"id":"2","names":{"primary":"Luna"}}'].join('\n');

test.each([
  ['csv', registers.companies_house, csv, 3],
  ['ndjson', registers.overture, ndjson, 4],
] as const)('continues behind any row of a file in %s as if it had read on', async (format, register, text, count) => {
  const open = fileOf(text);
  const whole = await Array.fromAsync(registerLines(open, format, register));
  expect(whole.length).toBe(count);
  expect(whole[1]!.cells).toBeNull();
  for (const [index, { end }] of whole.entries()) {
    const rest = await Array.fromAsync(registerLines(open, format, register, end));
    expect(rest).toEqual(whole.slice(index + 1));
  }
});

test('names the missing column of another file, and the line of an unclosed quote', async () => {
  const other = Array.fromAsync(registerLines(fileOf('LEI,Name\n1,2\n'), 'csv', registers.gleif));
  await expect(other).rejects.toThrow('not the file of GLEIF golden copy: it has no column Entity.LegalName');
  const broken = 'CompanyName,CompanyNumber,CompanyStatus\n"A,1,Active\nB,2,Active\n';
  const cut = Array.fromAsync(registerLines(fileOf(broken), 'csv', registers.companies_house));
  await expect(cut).rejects.toThrow(
    'not readable behind row 0: Quote Not Closed: the parsing is finished with an opening quote.',
  );
});
