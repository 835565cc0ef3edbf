import { describe, expect, test } from 'vitest';
import { companyFields } from '../companies/company-fields.ts';
import { exportColumns, type Field, type Fields, importColumns, namesOf } from '../fields/fields.ts';
import { contactFields } from './contact-fields.ts';
import { mergeChanges } from './merge-records.ts';

const tables: [string, Fields][] = [
  ['contact', contactFields],
  ['company', companyFields],
];

function sampleOf(field: Field): unknown {
  const { type, enum: values, format } = field.schema as { type?: string; enum?: unknown[]; format?: string };
  if (field.isTime) return new Date('2026-01-01T00:00:00Z');
  if (values !== undefined) return values.at(-1);
  if (type === 'array') return ['one', 'two'];
  if (type === 'object') return { city: 'Bern' };
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1990;
  return format === 'uri' ? 'https://www.example.com' : 'a value';
}

describe.each(tables)('every field of a %s', (_name, fields) => {
  const settable = namesOf(fields, ({ settable }) => settable !== 'never');

  test('that a caller may set survives a merge, unless the kept record always has one', () => {
    const other = Object.fromEntries(settable.map((name) => [name, sampleOf(fields[name]!)]));
    const changes = mergeChanges<Record<string, unknown>>(fields, { stage: 'new' }, other);
    const isKept = (name: string) => fields[name]!.merge === 'keep' && fields[name]!.isAlways;
    const lost = settable.filter((name) => !isKept(name) && changes[name] === undefined);
    expect(lost).toEqual([]);
  });

  test('has a description', () => {
    for (const [name, { schema }] of Object.entries(fields))
      expect(JSON.stringify(schema), name).toContain('description');
  });
});

const settable = namesOf(contactFields, ({ settable }) => settable === 'always');

test('every field of a contact that a caller may set is in a file of an export', () => {
  const columns = exportColumns(contactFields);
  const view = Object.fromEntries(settable.map((name) => [name, sampleOf(contactFields[name])]));
  const cells = columns.map(([, cell]) => cell(view)).filter((cell) => cell !== null && cell !== undefined);
  for (const name of settable) expect(contactFields[name].exported, name).not.toBe(false);
  expect(cells.length).toBeGreaterThanOrEqual(settable.length);
});

test('every field of a contact that a caller may set has a column of an import; custom fields one each', () => {
  const missing = settable.filter((name) => contactFields[name].imported === false);
  expect(missing).toEqual(['customFields']);
  const names = [...importColumns(contactFields).values()].flat();
  expect(names.length).toBe(new Set(names).size);
});
