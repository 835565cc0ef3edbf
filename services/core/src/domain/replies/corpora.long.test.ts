import { expect, test } from 'vitest';
import { readCorpus, receivedAt } from '../../../test-data/replies/corpus.ts';
import { readReply } from './classify-reply.ts';
import { stopping } from './reply-classes.ts';

const known = new Map<string, ReturnType<typeof judge>>();

function judge(name: string) {
  const items = readCorpus(name).map((item) => {
    const { subject, text, headers = {} } = item;
    const { class: found, wish, returnDate, guesses } = readReply({ headers, subject, text }, receivedAt);
    const date = returnDate?.toISOString().slice(0, 10) ?? null;
    // The first guess about an unclear reply is what a person is asked about.
    const isHeard = stopping.includes(guesses[0]?.class ?? found);
    return { ...item, found, wish, date, isWish: stopping.includes(item.class), isHeard };
  });
  const wished = items.filter(({ isWish }) => isWish);
  const suppressed = items.filter(({ wish }) => wish === 'clear');
  const dated = items.filter(({ returnDate }) => returnDate !== undefined);
  const share = <T>(of: T[], isRight: (item: T) => boolean) => of.filter(isRight).length / of.length;
  return {
    recall: share(wished, ({ isHeard }) => isHeard),
    precision: share(
      items.filter(({ isHeard }) => isHeard),
      ({ isWish }) => isWish,
    ),
    suppressed: share(wished, ({ wish }) => wish === 'clear'),
    rightlySuppressed: share(suppressed, ({ isWish }) => isWish),
    unheard: share(wished, ({ wish }) => wish === 'none'),
    accuracy: share(items, (item) => item.class === item.found),
    dates: share(dated, ({ date, returnDate }) => date === returnDate),
  };
}

/** Results for one part of the corpus, computed once. */
function judged(name: string) {
  const found = known.get(name) ?? judge(name);
  known.set(name, found);
  return found;
}

const pitches = ['stock-count-pitch', 'phishing-drill-pitch', 'fleet-charging-pitch'];
const rounds = [
  ...[1, 2, 3, 4, 5].map((part) => `short-answers-${part}`),
  ...[1, 2, 3].map((part) => `opt-outs-${part}`),
  'quick-question-pitch',
  'onboarding-pitch',
  'payroll-pitch',
  ...pitches,
];
const mixed = [1, 2, 3].map((part) => `mixed-pitches-${part}`);
const whole = [1, 2, 3, 4].map((part) => `whole-mails-${part}`);
const taught = ['en-de', 'fr-es', 'it-nl', 'pt-pl'].map((languages) => `taught-${languages}`);
const indirect = ['en-de-nl', 'fr-it-es', 'pt-pl'].map((languages) => `taught-wishes-${languages}`);

test.each(['written', 'held-out', 'tricky', 'everyday', 'fresh', ...rounds])(
  'part %s: detects opt-outs with few false positives',
  (name) => {
    const found = judged(name);
    expect(found.recall).toBeGreaterThanOrEqual(0.97);
    expect(found.precision).toBeGreaterThanOrEqual(0.95);
    expect(found.suppressed).toBeGreaterThanOrEqual(0.95);
    expect(found.rightlySuppressed).toBeGreaterThanOrEqual(0.98);
    expect(found.accuracy).toBeGreaterThanOrEqual(0.9);
  },
);

test.each([...taught, ...mixed.slice(1), ...whole])(
  'part %s: learned words correct rules that were not written for it',
  (name) => {
    const found = judged(name);
    expect(found.recall).toBeGreaterThanOrEqual(0.9);
    expect(found.precision).toBeGreaterThanOrEqual(0.95);
    expect(found.rightlySuppressed).toBeGreaterThan(0.97);
    expect(found.unheard).toBeLessThan(0.06);
  },
);

test.each(indirect)('part %s: detects most opt-outs that do not mention mail', (name) => {
  const found = judged(name);
  expect(found.recall).toBeGreaterThanOrEqual(0.8);
  expect(found.precision).toBeGreaterThanOrEqual(0.95);
  expect(found.rightlySuppressed).toBeGreaterThan(0.97);
});

test.each(['written', 'held-out', 'absences', ...pitches, ...mixed, ...whole, ...taught, ...indirect])(
  'part %s: finds return dates',
  (name) => {
    expect(judged(name).dates).toBeGreaterThanOrEqual(0.9);
  },
);
