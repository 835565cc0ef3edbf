import { expect, test } from 'vitest';
import { previewText } from './preview-text.ts';

test('writes a nested sample as indented lines, without ids and empty values', () => {
  const sample = {
    stepId: 'stp_1',
    stepIndex: 0,
    to: 'grace@compiler.example',
    bodyText: 'Hello\nGrace',
    problems: [],
    note: null,
    mailboxes: [{ address: 'a@x.example', cap: 50 }],
  };
  expect(previewText(sample)).toBe(
    'To: grace@compiler.example\nBody text:\nHello\nGrace\nMailboxes:\n  1.\n    Address: a@x.example\n    Cap: 50',
  );
});

test('plain values stay as they are', () => {
  expect([previewText('text'), previewText(3), previewText(null)]).toEqual(['text', '3', '']);
});
