import { expect, test } from 'vitest';
import { sentenceParts } from './sentence.ts';

test('separates a time in a sentence from its words', () => {
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

test('a started job is a link, and a reply class is shown in words', () => {
  const id = 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const parts = [{ text: 'Started: Export. Follow it: ' }, { href: `/app/jobs/${id}`, text: 'job' }, { text: '.' }];
  expect(sentenceParts(`Started: Export. Follow it with get_job ${id}.`)).toEqual(parts);
  expect(sentenceParts(`Started: Export. Follow it with “Get a job” ${id}.`)).toEqual(parts);
  expect(sentenceParts('Taken in as a reply: out_of_office.')).toEqual([
    { text: 'Taken in as a reply: out of office.' },
  ]);
});

test('words a plan in the future tense, and names fields by their labels', () => {
  expect(sentenceParts('Would approve 1 message, and skip 0.')).toEqual([{ text: 'This will approve 1 message.' }]);
  expect(sentenceParts('Changed postalAddress, for iPhone users.')).toEqual([
    { text: 'Changed postal address, for iPhone users.' },
  ]);
});
