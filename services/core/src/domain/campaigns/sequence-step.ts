import { hash } from 'node:crypto';
import type { BodyFormat } from '../messages/body-format.ts';
import type { RenderScope } from '../messages/templates/render-fields.ts';
import type { StepTaskType } from '../tasks/task-state.ts';
import type { StepCondition } from './step-condition.ts';
import { writtenTexts, writtenVariantIn } from './written-text.ts';

export const stepsMax = 20;
export const variantsMax = 5;
/** One year. Longer waits are a mistake. */
export const waitMinutesMax = 366 * 24 * 60;

export const stepThreads = ['new', 'reply'] as const;
export const stepKinds = ['email', 'task'] as const;
export const weightMax = 100;

/** Alternative text for a step. A null subject means the step's own. */
export interface StepVariant {
  id: string;
  subject: string | null;
  body: string;
  /** Relative share of the contacts. Defaults to 1. */
  weight?: number;
}

/**
 * One message of a campaign's sequence, or a task for a person. Its own text is variant "A"; `variants` are "B", "C", …
 */
export interface SequenceStep {
  id: string;
  /** Defaults to email. The subject and body of a task are its title and instructions. */
  kind?: (typeof stepKinds)[number];
  /** Absent or null: applies to all contacts who reach the step. */
  condition?: StepCondition | null;
  task?: StepTask;
  /** Wait after the previous message, or after the launch for the first step. */
  waitMinutes: number;
  thread: (typeof stepThreads)[number];
  /** LiquidJS. Empty in a reply, where the subject is "Re: " and the thread's subject. */
  subject: string;
  body: string;
  /** Format of the texts. Defaults to plain text. */
  bodyFormat?: BodyFormat;
  /** IDs of attached files. Defaults to none. */
  attachments?: string[];
  variants: StepVariant[];
  /** Relative share of contacts who get the step's own text. Defaults to 1. */
  weight?: number;
  /** True if all contacts get the winning variant once there is one. */
  keepsWinner?: boolean;
  /** The winning variant, if the step keeps it. */
  winnerId?: string;
  /** True if some people have a text of their own. */
  isWrittenPerPerson?: boolean;
}

export interface StepTask {
  type: StepTaskType;
  /** Assignee. Null means the person who launched the campaign. */
  ownerId: string | null;
}

export const firstVariantId = 'A';

export interface StepText extends Required<StepVariant> {
  subject: string;
}

/** All texts of a step, each with a subject. */
export function textsOf(step: SequenceStep): StepText[] {
  return [
    { id: firstVariantId, subject: step.subject, body: step.body, weight: step.weight ?? 1 },
    ...step.variants.map(({ id, subject, body, weight }) => ({
      id,
      body,
      weight: weight ?? 1,
      subject: subject ?? step.subject,
    })),
    ...(step.isWrittenPerPerson ? writtenTexts(step) : []),
  ];
}

export function isTask(step: SequenceStep): boolean {
  return step.kind === 'task';
}

/**
 * Chooses the text for a contact: the one written for them, or else always the same one for that contact, distributed by
 * weight. `scope`: the values of the contact.
 */
export function variantFor(step: SequenceStep, contactId: string, scope: RenderScope): StepText {
  const texts = textsOf(step);
  const writtenId = writtenVariantIn(scope, step.id);
  const written = texts.find(({ id }) => id === writtenId);
  if (written !== undefined) return written;
  const winner = texts.find(({ id }) => id === step.winnerId);
  if (winner !== undefined) return winner;
  const draw = Number.parseInt(hash('sha256', `${step.id}/${contactId}`, 'hex').slice(0, 12), 16);
  const total = texts.reduce((sum, { weight }) => sum + weight, 0);
  let place = draw % Math.max(total, 1);
  for (const text of texts) {
    if (place < text.weight) return text;
    place -= text.weight;
  }
  return texts[0]!;
}

interface SentStep {
  stepId: string | null;
  stepIndex: number | null;
}

/**
 * Index of the step after those already sent to a contact (oldest first). Matches by step ID, because indexes change
 * when steps are added or removed. Uses the index only if none of the sent steps still exists.
 */
export function stepIndexAfter(steps: readonly { id: string }[], sent: readonly SentStep[]): number {
  const lastPresent = Math.max(...sent.map(({ stepId }) => steps.findIndex(({ id }) => id === stepId)), -1);
  return 1 + (lastPresent === -1 ? (sent.at(-1)?.stepIndex ?? -1) : lastPresent);
}

export interface Wait {
  waitMinutes?: number;
  waitHours?: number;
  waitDays?: number;
}

export function toMinutes({ waitMinutes = 0, waitHours = 0, waitDays = 0 }: Wait): number {
  return waitMinutes + waitHours * 60 + waitDays * 24 * 60;
}

/** Splits a wait into days, hours, and minutes that add up to it. */
export function fromMinutes(minutes: number): Required<Wait> {
  return {
    waitDays: Math.floor(minutes / 1440),
    waitHours: Math.floor((minutes % 1440) / 60),
    waitMinutes: minutes % 60,
  };
}
