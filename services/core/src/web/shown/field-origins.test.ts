import { expect, test } from 'vitest';
import { fieldOrigins } from './field-origins.ts';

const [earlier, later] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];

test('groups fields by their source, newest first', () => {
  const own = { source: 'own', at: earlier, credits: 0, billed: 0 };
  const hunter = { source: 'hunter', at: later, credits: 1, billed: 1 };
  const sources = { firstName: own, lastName: own, email: hunter, emailStatus: hunter };
  expect(fieldOrigins(sources)).toEqual([
    { source: 'Hunter', fields: 'Email', at: later, credits: 1 },
    { source: 'Your data', fields: 'First name, last name', at: earlier, credits: 0 },
  ]);
  expect(fieldOrigins(null)).toEqual([]);
});
