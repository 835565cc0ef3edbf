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
  const settable = namesOf(fields, ({ settable }) => settable !== undefined);

  test('survives a merge if callers can set it, unless the kept record always has one', () => {
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

const fields: Fields = contactFields;
const settable = namesOf(contactFields, ({ settable }) => settable === 'always');

test('exports every contact field that a caller can set', () => {
  const columns = exportColumns(contactFields);
  const view = Object.fromEntries(settable.map((name) => [name, sampleOf(contactFields[name])]));
  const cells = columns.map(([, cell]) => cell(view)).filter((cell) => cell !== null && cell !== undefined);
  for (const name of settable) expect(fields[name]!.exported ?? false, name).not.toBe(false);
  expect(cells.length).toBeGreaterThanOrEqual(settable.length);
});

test('has an import column for every contact field that a caller can set, or says that it has none', () => {
  const missing = settable.filter((name) => fields[name]!.imported === undefined);
  expect(missing).toEqual([]);
  const names = [...importColumns(contactFields).values()].flat();
  expect(names.length).toBe(new Set(names).size);
});
