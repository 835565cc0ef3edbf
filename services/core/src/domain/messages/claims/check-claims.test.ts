import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkClaims, type Evidence, type Recipient } from './check-claims.ts';
import type { CheckedSentence } from './checked-sentence.ts';

interface Corpus {
  language: string;
  /** The person, then the company. */
  names: [string, string];
  ownNames: string[];
  fields: Record<string, string>;
  facts: string[];
  true: string[];
  invented: string[];
}

const corpora: Corpus[] = JSON.parse(
  readFileSync(new URL('../../../../test-data/messages/claims.json', import.meta.url), 'utf8'),
);

function recipientIn({ names: [person, company], ownNames, fields, facts }: Corpus): Recipient {
  const evidence: Evidence[] = [
    ...Object.entries(fields).map(([field, quote]) => ({ factId: null, field, quote })),
    ...facts.map((quote, index) => ({ factId: `fct_${index}`, field: null, quote })),
  ];
  return { personNames: [person, ...person.split(' ')], companyNames: [company], ownNames, evidence };
}

describe.each(['en', 'de', 'fr', 'es', 'it'])('sentences in %s', (language) => {
  const own = corpora.filter((corpus) => corpus.language === language);
  const checked = (kind: 'true' | 'invented'): CheckedSentence[] =>
    own.flatMap((corpus) => checkClaims(corpus[kind].join('\n'), recipientIn(corpus)));

  test('at least nine of ten inventions are flagged', () => {
    const sentences = checked('invented');
    const missed = sentences.filter(({ verdict }) => verdict !== 'unsupported').map(({ text }) => text);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(sentences.length / 10);
  });

  test('at most one of twenty true sentences is flagged', () => {
    const sentences = checked('true');
    const flagged = sentences.filter(({ verdict }) => verdict === 'unsupported').map(({ text }) => text);
    expect(flagged.length, flagged.join('\n')).toBeLessThanOrEqual(sentences.length / 20);
  });
});

const recipient: Recipient = {
  personNames: ['Ada', 'Byron', 'Ada Byron'],
  companyNames: ['Northwind'],
  ownNames: ['Routely'],
  evidence: [
    { factId: null, field: 'title', quote: 'VP Sales' },
    { factId: 'fct_lyon', field: null, quote: 'Northwind opened an office in Lyon in 2025.' },
    { factId: 'fct_cto', field: null, quote: 'Priya Nair is CTO of Northwind.' },
    { factId: 'fct_money', field: null, quote: 'Northwind raised 1,200,000 euros.' },
  ],
};
function verdictOf(text: string): CheckedSentence | undefined {
  return checkClaims(text, recipient)[0];
}

test('names the quote and the fact that support a sentence', () => {
  expect(verdictOf('You opened an office in Lyon in 2025.')).toMatchObject({
    verdict: 'supported',
    factId: 'fct_lyon',
    quote: 'Northwind opened an office in Lyon in 2025.',
  });
});

test('names the words that nothing supports', () => {
  expect(verdictOf('You opened an office in Madrid in 2025.')).toMatchObject({
    verdict: 'unsupported',
    missing: ['Madrid'],
  });
});

test('does not join two facts into a third', () => {
  expect(verdictOf('You raised money in 2025.')).toMatchObject({ verdict: 'unsupported' });
});

test('does not take the role of a colleague for that of the recipient', () => {
  expect(verdictOf('As CTO, you decide about tools.')).toMatchObject({ verdict: 'unsupported', missing: ['CTO'] });
  expect(verdictOf('As VP Sales, you decide about tools.')).toMatchObject({ verdict: 'supported', field: 'title' });
});

test('compares numbers in the notations of all languages', () => {
  for (const written of ['1.2 million', '1,2 Mio.', '1.200.000', '1 200 000'])
    expect(verdictOf(`Congratulations, you raised ${written} euros.`)?.verdict, written).toBe('supported');
  expect(verdictOf('Congratulations, you raised 12 million euros.')?.verdict).toBe('unsupported');
});

test('knows places by their names in other languages', () => {
  expect(verdictOf('Sie haben 2025 ein Büro in Lyon eröffnet, und wir gratulieren Ihnen.')?.verdict).toBe('supported');
  expect(verdictOf('Avete aperto un ufficio a Lione nel 2025.')?.verdict).toBe('supported');
});

test('flags a wrong name in the greeting', () => {
  expect(verdictOf('Hi Grace,')).toMatchObject({ verdict: 'unsupported', missing: ['Grace'] });
  expect(verdictOf('Hi Ada,')?.verdict).toBe('neutral');
});

test('reads nothing from the closing on', () => {
  expect(checkClaims('Hi Ada,\n\nDo you have a minute?\n\nBest regards\nSam Lee\nBerlin', recipient)).toHaveLength(2);
});

test('checks a long hostile text without delay', () => {
  const text = `${'your new '.repeat(500)}${'1.'.repeat(3_000)}${'a'.repeat(5_000)} ${'Berlin, '.repeat(500)}`;
  expect(checkClaims(text, recipient).length).toBeGreaterThan(0);
});

test.each([
  'Hi Ada,',
  'Hello Ada Byron,',
  'Dear Ms Byron,',
  'Hallo Ada,',
  'Guten Tag Frau Byron,',
  'Bonjour Ada,',
  'Hola,',
])('reads the text after a greeting in the same line: %s', (greeting) => {
  const [first, second] = checkClaims(`${greeting} as VP Sales you decide about tools.`, recipient);
  expect(first).toMatchObject({ text: greeting, verdict: 'neutral' });
  expect(second).toMatchObject({ verdict: 'supported', field: 'title' });
  expect(checkClaims(`${greeting} as CTO you decide about tools.`, recipient)[1]).toMatchObject({
    verdict: 'unsupported',
    missing: ['CTO'],
  });
});

test('still notices the name of someone else in a greeting', () => {
  expect(checkClaims('Hi Konstantin, as VP Sales you decide about tools.', recipient)[0]).toMatchObject({
    verdict: 'unsupported',
    missing: ['Konstantin'],
  });
});

test('does not read the signature and what follows it', () => {
  const text = 'You opened an office in Lyon in 2025.\n\n--\nYou opened an office in Madrid.';
  expect(checkClaims(text, recipient).map(({ verdict }) => verdict)).toEqual(['supported']);
});
