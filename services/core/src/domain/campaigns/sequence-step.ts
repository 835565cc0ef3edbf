import { hash } from 'node:crypto';
import type { BodyFormat } from '../messages/body-format.ts';
import type { TaskType } from '../tasks/task-state.ts';
import type { StepCondition } from './step-condition.ts';

export const stepsMax = 20;
export const variantsMax = 5;
/** A year: longer waits are a mistake. */
export const waitMinutesMax = 366 * 24 * 60;

export const stepThreads = ['new', 'reply'] as const;
export const stepKinds = ['email', 'task'] as const;
export const weightMax = 100;

/** Another text for the same step. Subject null: that of the step. */
export interface StepVariant {
  id: string;
  subject: string | null;
  body: string;
  /** Its share of the contacts; absent: 1. */
  weight?: number;
}

/** One message of a campaign's sequence, or a task for a person. Its own texts are variant "A"; `variants` are "B", "C", … */
export interface SequenceStep {
  id: string;
  /** Absent: email. Subject and body of a task are its title and what to do. */
  kind?: (typeof stepKinds)[number];
  /** Absent or null: for everybody who gets so far. */
  condition?: StepCondition | null;
  task?: StepTask;
  /** After the message before it; for the first step after the launch. */
  waitMinutes: number;
  thread: (typeof stepThreads)[number];
  /** LiquidJS. Empty in a reply: "Re: " and the subject of the thread. */
  subject: string;
  body: string;
  /** What its texts are written in; absent: plain text. */
  bodyFormat?: BodyFormat;
  /** Ids of the files that go with it; absent: none. */
  attachments?: string[];
  variants: StepVariant[];
  /** Share of the contacts that get its own texts; absent: 1. */
  weight?: number;
  /** Whether all contacts get the winner once there is one. */
  keepsWinner?: boolean;
  /** The variant that has won, where it is kept. */
  winnerId?: string;
}

export interface StepTask {
  type: TaskType;
  /** Who is to do it; null: who launched the campaign. */
  ownerId: string | null;
}

export const firstVariantId = 'A';

export interface StepText {
  id: string;
  subject: string;
  body: string;
  weight: number;
}

/** All texts of a step, each with a subject. */
export function textsOf(step: SequenceStep): StepText[] {
  return [
    { id: firstVariantId, subject: step.subject, body: step.body, weight: step.weight ?? 1 },
    ...step.variants.map(({ id, subject, body, weight }) => ({
      ...{ id, body, weight: weight ?? 1 },
      subject: subject ?? step.subject,
    })),
  ];
}

export function isTask(step: SequenceStep): boolean {
  return step.kind === 'task';
}

/** Which text a contact gets: always the same one, however often it is asked, and spread over contacts by weight. */
export function variantFor(step: SequenceStep, contactId: string): StepText {
  const texts = textsOf(step);
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
 * The place of the step that follows what a contact has been sent, oldest first. By the ids of the steps, since their
 * places change when others are added or removed; by place only when none of them is there any more.
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

/** The same wait in days, hours and minutes: together they make it up. */
export function fromMinutes(minutes: number): Required<Wait> {
  return {
    waitDays: Math.floor(minutes / 1440),
    waitHours: Math.floor((minutes % 1440) / 60),
    waitMinutes: minutes % 60,
  };
}
