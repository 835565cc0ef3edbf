import { type Static, Type } from 'typebox';
import { bodyLengthMax, findTemplateProblem, subjectLengthMax } from '../../domain/campaigns/render-template.ts';
import {
  type SequenceStep,
  stepsMax,
  stepThreads,
  toMinutes,
  variantsMax,
  waitMinutesMax,
} from '../../domain/campaigns/sequence-step.ts';
import { newId } from '../../domain/ids.ts';
import { AppError } from '../../errors.ts';
import { Id, OneOf, Text } from '../schema.ts';

const wait = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, description }));

const Subject = Type.Optional(
  Type.String({
    maxLength: subjectLengthMax,
    description: 'LiquidJS template, e.g. "{{ firstName }}, a question". In a reply it may be left out: "Re: …".',
  }),
);
const Body = Text(
  bodyLengthMax,
  'Plain text as a LiquidJS template. Placeholders: firstName, lastName, fullName, title, department, city, country, companyName, companyDomain, company.industry, senderName, custom.<name>, …; with a fallback: {{ firstName | default: "there" }}. Signature, postal address and unsubscribe link are added.',
);

export const StepInput = Type.Object(
  {
    id: Type.Optional(Id('stp', 'To keep a step when steps are replaced; else by position.')),
    waitMinutes: wait(waitMinutesMax, 'Minutes to wait after the message before.'),
    waitHours: wait(366 * 24, 'Hours to wait after the message before.'),
    waitDays: wait(366, 'Days to wait after the message before.'),
    thread: Type.Optional(
      OneOf(stepThreads, {
        description:
          'new: a message of its own; reply: in the thread of the one before (default from the second step on).',
      }),
    ),
    subject: Subject,
    body: Body,
    variants: Type.Optional(
      Type.Array(Type.Object({ subject: Subject, body: Body }, { additionalProperties: false }), {
        maxItems: variantsMax - 1,
        description: 'Other texts to compare with (A/B): each contact always gets the same one.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const stepsProperty = Type.Array(StepInput, {
  maxItems: stepsMax,
  description: 'The messages of the sequence, in order.',
});

/** A step before it has its id: ids are given when it is stored. */
export type StepDraft = Omit<SequenceStep, 'id'> & { id?: string };

/** Checks the steps as a whole: threads, subjects, templates, waits. Steps without an id keep that of their position. */
export const toSteps = (inputs: Static<typeof StepInput>[], before: SequenceStep[] = []): StepDraft[] => {
  const named = new Set(inputs.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const unnamed = (index: number): string | undefined => {
    const id = before[index]?.id;
    return id !== undefined && !named.has(id) ? id : undefined;
  };
  return inputs.map((input, index) => {
    checkStep(input, index, before);
    return {
      id: input.id ?? unnamed(index),
      waitMinutes: toMinutes(input),
      thread: input.thread ?? (index === 0 ? 'new' : 'reply'),
      subject: input.subject?.trim() ?? '',
      body: input.body,
      variants: (input.variants ?? []).map((variant, place) => ({
        id: String.fromCharCode('B'.charCodeAt(0) + place),
        subject: variant.subject?.trim() || null,
        body: variant.body,
      })),
    };
  });
};

export const withIds = (steps: StepDraft[]): SequenceStep[] =>
  steps.map((step) => ({ ...step, id: step.id ?? newId('stp') }));

const refuse = (field: string, message: string, allowedValues?: readonly string[]): never => {
  throw new AppError('validation_failed', `${field}: ${message}`, { field, allowedValues });
};

const checkStep = (input: Static<typeof StepInput>, index: number, before: SequenceStep[]): void => {
  const at = `steps.${index}`;
  if (input.id !== undefined && !before.some(({ id }) => id === input.id)) refuse(`${at}.id`, 'no such step.');
  if (index === 0 && input.thread === 'reply') refuse(`${at}.thread`, 'the first step begins the thread.', ['new']);
  const isNew = index === 0 || input.thread === 'new';
  if (isNew && !input.subject?.trim()) refuse(`${at}.subject`, 'a step that begins a thread needs a subject.');
  if (toMinutes(input) > waitMinutesMax) refuse(`${at}.waitDays`, 'waits are a year at most.');
  checkTemplate(`${at}.subject`, input.subject);
  checkTemplate(`${at}.body`, input.body);
  input.variants?.forEach((variant, place) => {
    checkTemplate(`${at}.variants.${place}.subject`, variant.subject);
    checkTemplate(`${at}.variants.${place}.body`, variant.body);
  });
};

const checkTemplate = (field: string, template: string | undefined): void => {
  const problem = template === undefined ? null : findTemplateProblem(template);
  if (problem !== null) refuse(field, problem.message, problem.allowedValues);
};
