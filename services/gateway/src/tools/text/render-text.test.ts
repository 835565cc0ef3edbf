import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderText } from './render-text.ts';

test('writes records as indented lines and omits empty values', () => {
  const record = { id: 'con_1', tags: ['a', 'b'], location: { city: 'Oslo', region: null }, notes: [], email: '' };
  expect(renderText(record)).toBe('id: con_1\ntags: a, b\nlocation:\n  city: Oslo');
});

test('writes small records of a list on one line each, and others below each other', () => {
  const days = [
    { day: '2026-11-01', sent: 3, replied: 0 },
    { day: '2026-11-02', sent: 5, note: 'x'.repeat(250) },
  ];
  expect(renderText({ days })).toBe(
    `days:\n  - day: 2026-11-01; sent: 3; replied: 0\n  - day: 2026-11-02\n    sent: 5\n    note: ${'x'.repeat(250)}`,
  );
});

test('keeps text of several lines together', () => {
  expect(renderText({ body: 'Dear Ada,\nhello' })).toBe('body: \n  Dear Ada,\n  hello');
});

test('omits nothing that a plan changes', () => {
  const effect = {
    op: 'update',
    note: null,
    changes: {
      title: 'CTO',
      lastName: null,
      phones: [],
      customFields: {},
      place: { city: null, country: 'US' },
      goal: '',
    },
    removed: { lastName: 'Lovelace' },
  };
  expect(renderText({ effects: [effect] })).toBe(
    [
      'effects:\n  - op: update\n    changes:\n      title: CTO\n      lastName: none\n      phones: none\n      customFields: none',
      '      place:\n        city: none\n        country: US\n      goal: none\n    removed:\n      lastName: Lovelace',
    ].join('\n'),
  );
});

test('names every member of the changes, whatever its value', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.constantFrom(null, '', 0, false, 'x', 'two\nlines'),
      fc.array(tie('any'), { maxLength: 3 }),
      tie('record'),
    ),
    record: fc.dictionary(fc.stringMatching(/^[a-z]{3,8}$/), tie('any'), { maxKeys: 4 }),
  }));
  const keysOf = (part: unknown): string[] =>
    typeof part !== 'object' || part === null
      ? []
      : Object.entries(part).flatMap(([name, inner]) => [...(Array.isArray(part) ? [] : [name]), ...keysOf(inner)]);
  fc.assert(
    fc.property(value.record, (changes) => {
      const text = renderText({ effects: [{ op: 'update', changes }] });
      for (const name of keysOf(changes)) expect(text).toContain(`${name}:`);
    }),
  );
});

test('names the members of many alike records once', () => {
  const skipped = Array.from({ length: 5 }, (_, at) => ({ label: `row ${at}`, reason: 'duplicate', id: null }));
  expect(renderText({ skipped })).toBe(
    'skipped:\n  (label; reason)\n  - row 0; duplicate\n  - row 1; duplicate\n  - row 2; duplicate\n  - row 3; duplicate\n  - row 4; duplicate',
  );
  // A value that looks like two, another member, and the changes of a plan keep the long form.
  expect(renderText({ skipped: [...skipped, { label: 'a; b', reason: 'duplicate' }] })).toContain(
    'label: row 0; reason',
  );
  expect(renderText({ skipped: [...skipped, { label: 'row 5', note: 'x' }] })).toContain('label: row 0; reason');
  expect(renderText({ changes: { skipped } })).toContain('label: row 0');
});
