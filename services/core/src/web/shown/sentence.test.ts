import { expect, test } from 'vitest';
import { sentenceParts } from './sentence.ts';

test('a time in a sentence is shown apart from its words', () => {
  expect(sentenceParts('First at 2026-11-23T08:00:00.000Z, then at 2026-11-24T08:00Z.')).toEqual([
    { text: 'First at ' },
    { at: '2026-11-23T08:00:00.000Z' },
    { text: ', then at ' },
    { at: '2026-11-24T08:00Z' },
    { text: '.' },
  ]);
  expect(sentenceParts('Messages wait for approve_message.')).toEqual([
    { text: 'Messages wait for “Approve a message”.' },
  ]);
  expect(sentenceParts(undefined)).toEqual([{ text: '' }]);
});
