import { expect, test } from 'vitest';
import { complainedState, numbersBySteps } from './campaign-report.ts';

const step = {
  id: 'stp_1',
  waitMinutes: 0,
  thread: 'new' as const,
  subject: 'One',
  body: 'one',
  variants: [{ id: 'B', subject: null, body: 'other' }],
};
function sent(variantId: string, count: number, state = 'sent') {
  return { stepId: 'stp_1', stepIndex: 0, variantId, state, wasSent: true, count };
}
function replies(variantId: string, name: string, people: number, each = 1) {
  return Array.from({ length: people * each }, (_, i) => ({
    stepId: 'stp_1',
    variantId,
    class: name,
    contactId: `con_${variantId}${name}${Math.floor(i / each)}`,
  }));
}

function winner(messages: ReturnType<typeof sent>[], all: ReturnType<typeof replies>) {
  return numbersBySteps([step], messages, all)[0]!.winner?.variantId ?? null;
}

test('counts people with wanted replies when choosing a winner', () => {
  const messages = [sent('A', 100), sent('B', 100)];
  expect(winner(messages, [...replies('A', 'question', 20), ...replies('B', 'interested', 2)])).toBe('A');
});

test('opt-outs, negative replies, and complaints do not make a text win', () => {
  const messages = [sent('A', 100), sent('B', 100)];
  for (const name of ['unsubscribe', 'complaint', 'not_interested', 'wrong_person'])
    expect(winner(messages, [...replies('A', 'interested', 2), ...replies('B', name, 30)]), name).not.toBe('B');
});

test('opt-outs and spam complaints count against a text', () => {
  const wanted = [...replies('A', 'interested', 14), ...replies('B', 'interested', 3)];
  expect(winner([sent('A', 100), sent('B', 100)], wanted)).toBe('A');
  expect(winner([sent('A', 100), sent('B', 100)], [...wanted, ...replies('A', 'unsubscribe', 11)])).toBeNull();
  expect(winner([sent('A', 89), sent('A', 11, complainedState), sent('B', 100)], wanted)).toBeNull();
});

test('counts a person who writes nine times only once', () => {
  const messages = [sent('A', 100), sent('B', 100)];
  const all = [...replies('A', 'interested', 2), ...replies('B', 'question', 1, 9)];
  expect(winner(messages, all)).toBeNull();
  expect(numbersBySteps([step], messages, all)[0]!.variants[1]).toMatchObject({ replied: 1, sent: 100 });
});
