import { hash } from 'node:crypto';

export const stepsMax = 20;
export const variantsMax = 5;
/** A year: longer waits are a mistake. */
export const waitMinutesMax = 366 * 24 * 60;

export const stepThreads = ['new', 'reply'] as const;

/** Another text for the same step. Subject null: that of the step. */
export interface StepVariant {
  id: string;
  subject: string | null;
  body: string;
}

/** One message of a campaign's sequence. Its own texts are variant "A"; `variants` are "B", "C", … */
export interface SequenceStep {
  id: string;
  /** After the message before it; for the first step after the launch. */
  waitMinutes: number;
  thread: (typeof stepThreads)[number];
  /** LiquidJS. Empty in a reply: "Re: " and the subject of the thread. */
  subject: string;
  body: string;
  variants: StepVariant[];
}

export const firstVariantId = 'A';

/** All texts of a step, each with a subject. */
export const textsOf = (step: SequenceStep): { id: string; subject: string; body: string }[] => [
  { id: firstVariantId, subject: step.subject, body: step.body },
  ...step.variants.map(({ id, subject, body }) => ({ id, subject: subject ?? step.subject, body })),
];

/** Which text a contact gets: always the same one, however often it is asked, and evenly spread over contacts. */
export const variantFor = (step: SequenceStep, contactId: string): { id: string; subject: string; body: string } => {
  const texts = textsOf(step);
  const draw = Number.parseInt(hash('sha256', `${step.id}/${contactId}`, 'hex').slice(0, 12), 16);
  return texts[draw % texts.length]!;
};

interface SentStep {
  stepId: string | null;
  stepIndex: number | null;
}

/**
 * The place of the step that follows what a contact has been sent, oldest first. By the ids of the steps, since their
 * places change when others are added or removed; by place only when none of them is there any more.
 */
export const stepIndexAfter = (steps: readonly { id: string }[], sent: readonly SentStep[]): number => {
  const lastPresent = Math.max(...sent.map(({ stepId }) => steps.findIndex(({ id }) => id === stepId)), -1);
  return 1 + (lastPresent === -1 ? (sent.at(-1)?.stepIndex ?? -1) : lastPresent);
};

export interface Wait {
  waitMinutes?: number;
  waitHours?: number;
  waitDays?: number;
}

export const toMinutes = ({ waitMinutes = 0, waitHours = 0, waitDays = 0 }: Wait): number =>
  waitMinutes + waitHours * 60 + waitDays * 24 * 60;

/** The same wait in days, hours and minutes: together they make it up. */
export const fromMinutes = (minutes: number): Required<Wait> => ({
  waitDays: Math.floor(minutes / 1440),
  waitHours: Math.floor((minutes % 1440) / 60),
  waitMinutes: minutes % 60,
});
