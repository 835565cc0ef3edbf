import type { SequenceStep } from './sequence-step.ts';
import { textsOf } from './sequence-step.ts';

/** Numbers of messages of one step or one variant. */
export interface SendNumbers {
  queued: number;
  sent: number;
  unconfirmed: number;
  bounced: number;
  failed: number;
  skipped: number;
  cancelled: number;
  replied: number;
  interested: number;
}

interface Counted {
  stepId: string | null;
  stepIndex: number | null;
  variantId: string | null;
  state: string;
  wasSent: boolean;
  count: number;
}

interface Answered {
  stepId: string | null;
  variantId: string | null;
  class: string;
}

/** Classes that a machine writes: they are not answers of a person. */
export const automaticClasses: readonly string[] = ['out_of_office', 'auto_reply', 'bounce'];
export const interestedClasses: readonly string[] = ['interested', 'meeting_request'];

const queuedStates: readonly string[] = ['draft', 'awaiting_approval', 'approved', 'scheduled', 'sending'];

export const emptyNumbers = (): SendNumbers => ({
  queued: 0,
  sent: 0,
  unconfirmed: 0,
  bounced: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  replied: 0,
  interested: 0,
});

export const sumNumbers = (messages: Counted[], answers: Answered[]): SendNumbers => {
  const numbers = emptyNumbers();
  for (const { state, wasSent, count } of messages) {
    const key = queuedStates.includes(state) ? 'queued' : (state as keyof SendNumbers);
    if (key in numbers) numbers[key] += count;
    if (state === 'bounced' && wasSent) numbers.sent += count;
  }
  const real = answers.filter(({ class: name }) => !automaticClasses.includes(name));
  numbers.replied = real.length;
  numbers.interested = real.filter(({ class: name }) => interestedClasses.includes(name)).length;
  return numbers;
};

/** Steps that messages went out of and that were taken out of the sequence since. */
const removedSteps = (steps: SequenceStep[], messages: Counted[]): { step: SequenceStep; stepIndex: number }[] => {
  const known = new Set(steps.map(({ id }) => id));
  const removed = new Map<string, { step: SequenceStep; stepIndex: number }>();
  for (const { stepId: id, stepIndex, variantId } of messages) {
    if (id === null || known.has(id)) continue;
    const text = { subject: '', body: '' };
    const entry = removed.get(id) ?? {
      step: { id, waitMinutes: 0, thread: 'new' as const, ...text, variants: [] },
      stepIndex: stepIndex ?? 0,
    };
    const isOwn = variantId === null || textsOf(entry.step).some((known) => known.id === variantId);
    if (!isOwn) entry.step.variants.push({ id: variantId, ...text });
    removed.set(id, entry);
  }
  return [...removed.values()].sort((a, b) => a.stepIndex - b.stepIndex);
};

/** The numbers of each step, and in it of each variant; steps that are no longer there come last. */
export const numbersBySteps = (steps: SequenceStep[], messages: Counted[], answers: Answered[]) =>
  [
    ...steps.map((step, stepIndex) => ({ step, stepIndex, isRemoved: false })),
    ...removedSteps(steps, messages).map((removed) => ({ ...removed, isRemoved: true })),
  ].map(({ step, stepIndex, isRemoved }) => {
    const isOfStep = ({ stepId }: { stepId: string | null }) => stepId === step.id;
    const ownMessages = messages.filter(isOfStep);
    const ownAnswers = answers.filter(isOfStep);
    return {
      stepId: step.id,
      stepIndex,
      subject: step.subject,
      isRemoved,
      ...sumNumbers(ownMessages, ownAnswers),
      variants: textsOf(step).map(({ id, subject }) => {
        const isOfVariant = ({ variantId }: { variantId: string | null }) => variantId === id;
        const numbers = sumNumbers(ownMessages.filter(isOfVariant), ownAnswers.filter(isOfVariant));
        return { variantId: id, subject, ...numbers };
      }),
    };
  });
