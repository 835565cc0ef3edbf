import { expect, test } from 'vitest';
import { newFindings, staleEntries } from './baseline.ts';
import { openerShare, sentenceLength } from './measures.ts';
import type { PassageKind } from './passage.ts';
import { type Finding, findingsIn } from './rules.ts';
import { sentencesOf, wordCount } from './sentences.ts';

function rulesFor(text: string, kind: PassageKind = 'document'): string[] {
  return findingsIn({ file: 'a.md', line: 1, kind, text }).map(({ rule }) => rule);
}

test.each([
  'What is ticked is approved.',
  'Who forgot theirs gets a link.',
  'Of two, the first wins.',
  'Whether it runs.',
])('reports the opener of "%s"', (text) => expect(rulesFor(text)).toContain('opener'));

test.each(['What happens next?', 'Of course, you can.', 'Whatsoever', 'When it ends, it ends.'])(
  'accepts the opener of "%s"',
  (text) => expect(rulesFor(text)).toEqual([]),
);

test('reports a small opener in test names and comments, not in documents', () => {
  const text = 'what is held is released once';
  expect([rulesFor(text, 'test name'), rulesFor(text, 'document')]).toEqual([['opener'], []]);
});

test('reports a sentence with more than 32 words, and counts a list of code as one word', () => {
  const words = (count: number) => `${Array.from({ length: count }, () => 'word').join(' ')}.`;
  expect([rulesFor(words(33)), rulesFor(words(32))]).toEqual([['long sentence'], []]);
  expect(wordCount('Set ⟨code⟩, ⟨code⟩, and ⟨code⟩ first.')).toBe(3);
});

test('reports three passives in one sentence', () => {
  expect(rulesFor('The file is read, its rows are stored, and it is then deleted.')).toEqual(['passive chain']);
  expect(rulesFor('The file is read. Its rows are stored. It is then deleted.')).toEqual([]);
});

test.each([
  ['It stands in the log.', 'phrase'],
  ['Nobody is contacted at once.', 'phrase'],
  ['Send an e-mail.', 'term'],
  ['The colour of the organisation.', 'spelling'],
])('reports the words of "%s"', (text, rule) => expect(rulesFor(text)).toContain(rule));

test.each(['MCP stands for Model Context Protocol.', 'Connection rejected.', 'Promise, exercise, and surprise.'])(
  'accepts "%s"',
  (text) => expect(rulesFor(text)).toEqual([]),
);

test('accepts an API value in backticks, which the readers replace', () => {
  expect(rulesFor('The state is ⟨code⟩.')).toEqual([]);
});

test('splits sentences, but not at abbreviations', () => {
  expect(sentencesOf('Use a list, e.g. Leads. Then send. See Art. 14 of it.')).toEqual([
    'Use a list, e.g. Leads.',
    'Then send.',
    'See Art. 14 of it.',
  ]);
});

const finding: Finding = { file: 'a.ts', line: 3, rule: 'opener', message: '' };

test('rejects more findings of a rule than the baseline has for the file', () => {
  expect(newFindings([finding], { 'a.ts': { opener: 1 } })).toEqual([]);
  expect(newFindings([finding, finding], { 'a.ts': { opener: 1 } })).toHaveLength(2);
  expect(newFindings([finding], { 'b.ts': { opener: 1 }, 'a.ts': { phrase: 1 } })).toHaveLength(1);
});

test('names baseline entries that allow more than there is', () => {
  const baseline = { 'a.ts': { opener: 2 }, 'gone.ts': { phrase: 1 } };
  expect(staleEntries([finding], baseline, () => true)).toEqual(['a.ts: opener 1, was 2', 'gone.ts: phrase 0, was 1']);
});

test('measures openers and sentence length', () => {
  const passages = ['What it does.', 'Reads four words here.'].map((text) => ({
    file: 'a.ts',
    line: 1,
    kind: 'comment' as const,
    text,
  }));
  expect([openerShare(passages), openerShare([]), sentenceLength(passages, 0.9)]).toEqual([0.5, 0, 4]);
});
