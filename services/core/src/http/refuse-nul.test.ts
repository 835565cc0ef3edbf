import { expect, test } from 'vitest';
import { refuseNul } from './refuse-nul.ts';

test('refuses U+0000 wherever it stands and names the field', () => {
  expect(() => refuseNul({ name: 'Ada', tags: ['a', 'b'], more: { size: 1, none: null } })).not.toThrow();
  for (const [value, field] of [
    [{ name: 'A\u0000da' }, 'name'],
    [{ tags: ['a', '\u0000'] }, 'tags.1'],
    [{ custom: { 'a\u0000': 1 } }, 'custom'],
  ] as const) {
    expect(() => refuseNul(value)).toThrow(expect.objectContaining({ code: 'validation_failed', options: { field } }));
  }
});
