import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Preview } from '../../store/preview.ts';
import type { Answer, Question } from '../ask-person.ts';
import type { ToolContext } from '../tool.ts';
import { askAgreement } from './ask-agreement.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('reports progress every ten seconds while a question is open, and stops with the answer', async () => {
  const progress: number[] = [];
  const answered = Promise.withResolvers<Answer>();
  const asked: Question[] = [];
  const ask = (question: Question) => {
    asked.push(question);
    return answered.promise;
  };
  const context = {
    person: { canAnswer: true, canOpenPages: false, ask },
    reportProgress: async (done: number) => void progress.push(done),
  } as Partial<ToolContext> as ToolContext;
  const preview = { _id: 'cnf_1', summary: 'Would create a list.' } as Partial<Preview> as Preview;
  const answer = askAgreement('change', [preview], context);
  await vi.advanceTimersByTimeAsync(35_000);
  expect(progress).toEqual([1, 2, 3]);
  expect(asked[0]!.about).toEqual({
    weight: 'change',
    confirmations: [{ confirmationId: 'cnf_1', what: 'Would create a list.' }],
  });
  answered.resolve('accept');
  expect(await answer).toBe('accept');
  await vi.advanceTimersByTimeAsync(35_000);
  expect(progress).toHaveLength(3);
});
