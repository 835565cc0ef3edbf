import type { TaskState } from '../tasks/task-state.ts';
import { automaticClasses } from './automatic-classes.ts';
import type { SequenceStep } from './sequence-step.ts';
import { isTask, textsOf } from './sequence-step.ts';
import { winnerOf } from './variant-winner.ts';
import { isWrittenVariant } from './written-text.ts';

/** Message counts of one step or one variant. */
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

interface CountedTasks {
  stepId: string;
  state: TaskState;
  count: number;
}

interface CountedReply {
  stepId: string | null;
  variantId: string | null;
  class: string;
  contactId: string | null;
}

export const interestedClasses: readonly string[] = ['interested', 'meeting_request'];
/** Reply classes that count in favor of a text. */
const wantedClasses: readonly string[] = [...interestedClasses, 'question'];
/** Reply classes that count against a text. */
const unwantedClasses: readonly string[] = ['unsubscribe', 'complaint'];

const queuedStates: readonly string[] = ['draft', 'awaiting_approval', 'approved', 'scheduled', 'sending'];

export function emptyNumbers(): SendNumbers {
  return {
    queued: 0,
    sent: 0,
    unconfirmed: 0,
    bounced: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
    replied: 0,
    interested: 0,
  };
}

export function sumNumbers(messages: Counted[], replies: CountedReply[]): SendNumbers {
  const numbers = emptyNumbers();
  for (const { state, wasSent, count } of messages) {
    const key = queuedStates.includes(state) ? 'queued' : (state as keyof SendNumbers);
    if (key in numbers) numbers[key] += count;
    if ((state === 'bounced' || state === complainedState) && wasSent) numbers.sent += count;
  }
  const real = replies.filter(({ class: name }) => !automaticClasses.includes(name));
  numbers.replied = peopleIn(real).size;
  numbers.interested = peopleIn(real.filter(({ class: name }) => interestedClasses.includes(name))).size;
  return numbers;
}

/** Counts a person who replies three times only once. */
function peopleIn(replies: CountedReply[]): Set<string | CountedReply> {
  return new Set(replies.map((reply) => reply.contactId ?? reply));
}

/** People who gave a wanted reply, minus those who opted out or complained. */
function netAnswers(messages: Counted[], replies: CountedReply[]): number {
  const wanted = peopleIn(replies.filter(({ class: name }) => wantedClasses.includes(name)));
  const unwanted = peopleIn(replies.filter(({ class: name }) => unwantedClasses.includes(name)));
  const complained = messages.reduce((sum, { state, count }) => sum + (state === complainedState ? count : 0), 0);
  return Math.max(0, [...wanted].filter((person) => !unwanted.has(person)).length - unwanted.size - complained);
}

/** State used to count messages that were delivered and then reported as spam. */
export const complainedState = 'complained';

/** Steps that have messages but were since removed from the sequence. */
function removedSteps(steps: SequenceStep[], messages: Counted[]): { step: SequenceStep; stepIndex: number }[] {
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
}

/** Counts for each step and its variants. Removed steps come last. */
export function numbersBySteps(
  steps: SequenceStep[],
  messages: Counted[],
  replies: CountedReply[],
  tasks: CountedTasks[] = [],
) {
  return [
    ...steps.map((step, stepIndex) => ({ step, stepIndex, isRemoved: false })),
    ...removedSteps(steps, messages).map((removed) => ({ ...removed, isRemoved: true })),
  ].map(({ step, stepIndex, isRemoved }) => {
    const isOfStep = ({ stepId }: { stepId: string | null }) => stepId === step.id;
    const ownMessages = messages.filter(isOfStep);
    const ownReplies = replies.filter(isOfStep);
    const variants = isTask(step) ? [] : variantNumbers(step, ownMessages, ownReplies);
    return {
      stepId: step.id,
      stepIndex,
      kind: step.kind ?? 'email',
      subject: step.subject,
      isRemoved,
      ...sumNumbers(ownMessages, ownReplies),
      tasks: taskNumbers(tasks.filter(isOfStep)),
      winner: isTask(step) ? null : winnerOf(variantAnswers(step, ownMessages, ownReplies)),
      variants,
    };
  });
}

function variantNumbers(step: SequenceStep, messages: Counted[], replies: CountedReply[]) {
  return textsOf(step).map(({ id, subject: template, weight }) => {
    const subject = isWrittenVariant(id) ? '' : template;
    const isOfVariant = ({ variantId }: { variantId: string | null }) => variantId === id;
    const numbers = sumNumbers(messages.filter(isOfVariant), replies.filter(isOfVariant));
    return { variantId: id, subject, weight, ...numbers };
  });
}

function variantAnswers(step: SequenceStep, messages: Counted[], replies: CountedReply[]) {
  // A text for one person is no variant that could win.
  const texts = textsOf(step).filter(({ id }) => !isWrittenVariant(id));
  return texts.map(({ id: variantId }) => {
    const own = messages.filter((message) => message.variantId === variantId);
    const answers = netAnswers(
      own,
      replies.filter((reply) => reply.variantId === variantId),
    );
    return { variantId, sent: sumNumbers(own, []).sent, answers };
  });
}

function taskNumbers(tasks: CountedTasks[]): Record<TaskState, number> {
  const numbers = { open: 0, completed: 0, skipped: 0 };
  for (const { state, count } of tasks) numbers[state] += count;
  return numbers;
}
