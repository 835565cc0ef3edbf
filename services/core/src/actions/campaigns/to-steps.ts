import { type SequenceStep, toMinutes, variantsMax, waitMinutesMax } from '../../domain/campaigns/sequence-step.ts';
import { isRenderField, renderFieldNames } from '../../domain/messages/templates/render-fields.ts';
import { requireTemplate } from '../../domain/messages/templates/require-template.ts';
import { AppError } from '../../errors/errors.ts';
import { takeSlices } from '../../process/give-way.ts';
import type { StepDraft, StepGiven } from './step-input.ts';

/** Checks threads, subjects, templates, and delays of all steps. Steps without an ID keep the ID at their position. */
export async function toSteps(inputs: StepGiven[], before: SequenceStep[] = []): Promise<StepDraft[]> {
  const named = new Set(inputs.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const unnamed = (index: number): string | undefined => {
    const id = before[index]?.id;
    return id !== undefined && !named.has(id) ? id : undefined;
  };
  const giveWay = takeSlices();
  const steps: StepDraft[] = [];
  for (const [index, input] of inputs.entries()) {
    checkStep(input, index, inputs);
    await giveWay();
    if (input.id !== undefined && !before.some(({ id }) => id === input.id)) {
      refuse(`steps.${index}.id`, 'no such step.');
    }
    const id = input.id ?? unnamed(index);
    const thread = threadOf(input, index, inputs);
    const isWritten = before.some((step) => step.id === id && step.isWrittenPerPerson);
    const mark = isWritten && { isWrittenPerPerson: true };
    steps.push(input.kind === 'task' ? toTaskStep(id, input) : { ...toEmailStep(id, input, thread), ...mark });
  }
  return steps;
}

/** A step starts a new thread if no message can precede it. */
function threadOf({ thread }: StepGiven, index: number, all: StepGiven[]): 'new' | 'reply' {
  return thread ?? (all.slice(0, index).some(isEmail) ? 'reply' : 'new');
}

function isEmail({ kind }: StepGiven): boolean {
  return kind !== 'task';
}

function toTaskStep(id: string | undefined, input: StepGiven): StepDraft {
  const { condition, taskType, ownerId } = input;
  return {
    id,
    kind: 'task',
    waitMinutes: toMinutes(input),
    thread: 'new',
    subject: input.subject?.trim() ?? '',
    body: input.body ?? '',
    variants: [],
    task: { type: taskType ?? 'custom', ownerId: ownerId ?? null },
    ...(condition && { condition }),
  };
}

function toEmailStep(id: string | undefined, input: StepGiven, thread: 'new' | 'reply'): StepDraft {
  const { attachments, bodyFormat, condition, keepsWinner, weight } = input;
  return {
    id,
    waitMinutes: toMinutes(input),
    thread,
    subject: input.subject?.trim() ?? '',
    body: input.body ?? '',
    variants: (input.variants ?? []).map((variant, place) => ({
      id: String.fromCharCode('B'.charCodeAt(0) + place),
      subject: variant.subject?.trim() || null,
      body: variant.body,
      ...(variant.weight !== undefined && { weight: variant.weight }),
    })),
    ...(bodyFormat && bodyFormat !== 'text' && { bodyFormat }),
    ...(attachments?.length && { attachments }),
    ...(weight !== undefined && { weight }),
    ...(keepsWinner && { keepsWinner }),
    ...(condition && { condition }),
  };
}

function refuse(field: string, message: string, allowedValues?: readonly string[]): never {
  throw new AppError('validation_failed', `${field}: ${message}`, { field, allowedValues });
}

function checkStep(input: StepGiven, index: number, all: StepGiven[]): void {
  const at = `steps.${index}`;
  if (toMinutes(input) > waitMinutesMax) refuse(`${at}.waitDays`, 'waits are at most one year.');
  requireTemplate(`${at}.subject`, input.subject);
  requireTemplate(`${at}.body`, input.body);
  checkCondition(at, input);
  if (isEmail(input)) checkEmail(at, input, index, all);
  else checkTask(at, input);
}

const taskOnly = ['taskType', 'ownerId'] as const;
const emailOnly = ['thread', 'bodyFormat', 'attachments', 'variants', 'weight', 'keepsWinner'] as const;

function checkTask(at: string, input: StepGiven): void {
  if (!input.subject?.trim()) refuse(`${at}.subject`, 'a task needs a title.');
  for (const field of emailOnly) if (input[field] !== undefined) refuse(`${at}.${field}`, 'a task has none.');
}

function checkEmail(at: string, input: StepGiven, index: number, all: StepGiven[]): void {
  for (const field of taskOnly) if (input[field] !== undefined) refuse(`${at}.${field}`, 'only a task has it.');
  if (input.body === undefined) refuse(`${at}.body`, 'a message needs a text.');
  const earlier = all.slice(0, index).filter(isEmail);
  if (earlier.length === 0 && input.thread === 'reply') {
    refuse(`${at}.thread`, 'the first message starts the thread.', ['new']);
  }
  const hasThread = earlier.some(({ condition }) => !condition);
  const isReply = threadOf(input, index, all) === 'reply';
  if (!input.subject?.trim() && !isReply) refuse(`${at}.subject`, 'a step that starts a thread needs a subject.');
  if (!input.subject?.trim() && !hasThread) {
    refuse(`${at}.subject`, 'it needs a subject, because all messages before it may be skipped by their conditions.');
  }
  checkWeights(at, input);
  input.variants?.forEach((variant, place) => {
    requireTemplate(`${at}.variants.${place}.subject`, variant.subject);
    requireTemplate(`${at}.variants.${place}.body`, variant.body);
  });
}

function checkWeights(at: string, { weight = 1, variants = [] }: StepGiven): void {
  const total = variants.reduce((sum, variant) => sum + (variant.weight ?? 1), weight);
  if (total === 0) refuse(`${at}.weight`, `one of the texts (at most ${variantsMax}) must have a weight above 0.`);
}

function checkCondition(at: string, { condition }: StepGiven): void {
  condition?.fields?.forEach(({ field, operator, value }, place) => {
    const where = `${at}.condition.fields.${place}`;
    if (!isRenderField(field)) refuse(`${where}.field`, `unknown field ${field}.`, renderFieldNames);
    const needsValue = !operator.startsWith('is_') || operator === 'is_not';
    if (needsValue !== Boolean(value?.trim())) {
      refuse(`${where}.value`, needsValue ? `${operator} needs a value.` : `${operator} takes no value.`);
    }
  });
}
