import type { StepGiven } from '../../../actions/campaigns/step-input.ts';
import type { ReplyClass } from '../../../domain/replies/reply-classes.ts';
import { AppError } from '../../../errors/errors.ts';
import { placeOf } from './save-text.ts';

/** Step and text that an act applies to. Its parameters come from the submitted form. */
export interface StepAct {
  /** Index of the step, and letter of the open text. */
  at: number;
  variant: string;
  form: URLSearchParams;
}

function moved(steps: StepGiven[], from: number, to: number): StepGiven[] {
  const place = Math.max(0, Math.min(to, steps.length - 1));
  const step = steps[from]!;
  const rest = steps.toSpliced(from, 1);
  return startingAThread(rest.toSpliced(place, 0, step));
}

/** The first message starts the thread. A message that had no subject there keeps the former thread's. */
function startingAThread(steps: StepGiven[]): StepGiven[] {
  const first = steps.findIndex(({ kind }) => kind !== 'task');
  const subject = steps.find((step) => step.kind !== 'task' && step.subject?.trim())?.subject;
  return steps.map((step, index) =>
    index === first ? { ...step, thread: 'new', subject: step.subject?.trim() ? step.subject : subject } : step,
  );
}

function withoutVariant(step: StepGiven, variant: string): StepGiven {
  const variants = step.variants ?? [];
  const place = placeOf(variant);
  if (place >= 0) return { ...step, variants: variants.toSpliced(place, 1) };
  const [next, ...others] = variants;
  if (next === undefined) throw new AppError('validation_failed', 'The only text of a step cannot be deleted.');
  const { weight, body, subject = step.subject } = next;
  return { ...step, subject, body, weight, variants: others };
}

function numberIn(form: URLSearchParams, name: string): number {
  const value = Number(form.get(name) ?? '');
  if (!Number.isInteger(value) || value < 0) {
    throw new AppError('validation_failed', 'Use a whole number from 0 on.', { field: name });
  }
  return value;
}

const waits: Record<string, 'waitDays' | 'waitHours' | 'waitMinutes'> = {
  days: 'waitDays',
  hours: 'waitHours',
  minutes: 'waitMinutes',
};

function withWait(step: StepGiven, form: URLSearchParams): StepGiven {
  const { waitDays: _days, waitHours: _hours, waitMinutes: _minutes, condition, ...rest } = step;
  const wait = { [waits[form.get('unit') ?? ''] ?? 'waitDays']: numberIn(form, 'count') };
  return { ...rest, ...wait, condition: conditionIn(form, condition ?? null) };
}

type Condition = NonNullable<StepGiven['condition']>;

/** Conditions that the page offers by name. Any other stays as it is. */
function conditionIn(form: URLSearchParams, before: Condition | null): Condition | null {
  const chosen = form.get('when') ?? 'same';
  if (chosen === 'always') return null;
  if (chosen === 'not_replied') return { replied: false };
  if (chosen === 'replied') return { replied: true };
  if (chosen.startsWith('class:')) return { replyClasses: [chosen.slice('class:'.length) as ReplyClass] };
  return before;
}

function withWeights(step: StepGiven, form: URLSearchParams): StepGiven {
  const variants = (step.variants ?? []).map((variant, place) => ({
    ...variant,
    weight: numberIn(form, `weight-${String.fromCharCode('B'.charCodeAt(0) + place)}`),
  }));
  return { ...step, weight: numberIn(form, 'weight-A'), variants };
}

/** Acts by the name of their button. Each returns the changed sequence. */
export const stepActs: Record<string, (steps: StepGiven[], act: StepAct) => StepGiven[]> = {
  move_up: (steps, { at }) => moved(steps, at, at - 1),
  move_down: (steps, { at }) => moved(steps, at, at + 1),
  move_to: (steps, { at, form }) => moved(steps, at, numberIn(form, 'to')),
  duplicate: (steps, { at }) => {
    const { id: _id, ...copy } = steps[at]!;
    return steps.toSpliced(at + 1, 0, copy);
  },
  delete: (steps, { at }) => startingAThread(steps.toSpliced(at, 1)),
  delete_variant: (steps, { at, variant }) => steps.with(at, withoutVariant(steps[at]!, variant)),
  new_thread: (steps, { at }) => steps.with(at, { ...steps[at]!, thread: 'new' }),
  same_thread: (steps, { at }) => steps.with(at, { ...steps[at]!, thread: 'reply' }),
  keep_winner: (steps, { at }) => steps.with(at, { ...steps[at]!, keepsWinner: !steps[at]!.keepsWinner }),
  wait: (steps, { at, form }) => steps.with(at, withWait(steps[at]!, form)),
  weights: (steps, { at, form }) => steps.with(at, withWeights(steps[at]!, form)),
  attach: (steps, { at, form }) =>
    steps.with(at, { ...steps[at]!, attachments: [...new Set(form.getAll('attachments'))] }),
};

/** Notice after each act. */
export const actsSaid: Record<string, string> = {
  move_up: 'Step moved.',
  move_down: 'Step moved.',
  move_to: 'Step moved.',
  duplicate: 'Step duplicated.',
  delete: 'Step deleted.',
  delete_variant: 'Variant deleted.',
  new_thread: 'The message starts a new thread.',
  same_thread: 'The message is sent in the same thread.',
  keep_winner: 'Winner setting changed.',
  wait: 'Wait changed.',
  weights: 'Shares changed.',
  attach: 'Attachments changed.',
};
