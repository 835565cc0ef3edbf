import { expect, test } from 'vitest';
import { renderText } from './render-text.ts';

test('writes records as indented lines and leaves out what is empty', () => {
  const record = { id: 'con_1', tags: ['a', 'b'], location: { city: 'Oslo', region: null }, notes: [], email: '' };
  expect(renderText(record)).toBe('id: con_1\ntags: a, b\nlocation:\n  city: Oslo');
});

test('writes small records of a list on one line each, others below each other', () => {
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
