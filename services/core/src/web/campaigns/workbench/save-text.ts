import { hash } from 'node:crypto';
import type { StepGiven } from '../../../actions/campaigns/step-input.ts';
import { firstVariantId, variantsMax } from '../../../domain/campaigns/sequence-step.ts';
import type { BodyFormat } from '../../../domain/messages/body-format.ts';
import { AppError } from '../../../errors/errors.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { refusalOf } from '../../do/form-page.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';
import { changeSteps, indexIn } from './change-steps.ts';

/** Stands for a step that has not been stored, because it has no text. */
export const newSteps = ['new-email', 'new-task'] as const;

export interface WrittenText {
  subject: string;
  body: string;
}

/** Text that was not saved, and why. */
export interface UnsavedText extends WrittenText {
  /** Text that someone else has saved meanwhile. */
  theirs?: WrittenText;
  errors: Record<string, string>;
  problem?: string;
}

/** Mark of a text, to notice that someone else has changed it. */
export function textMark({ subject, body }: WrittenText): string {
  return hash('sha256', `${subject.trim()}\n${body.trim()}`, 'hex').slice(0, 16);
}

export function storedText(step: StepGiven, variantId: string): WrittenText | undefined {
  const own = variantId === firstVariantId ? step : step.variants?.[placeOf(variantId)];
  return own && { subject: own.subject ?? '', body: own.body ?? '' };
}

/** Index of a text among the further ones. -1: the step's own text. */
export function placeOf(variantId: string): number {
  return variantId.charCodeAt(0) - 'B'.charCodeAt(0);
}

class Conflict extends Error {
  readonly theirs: WrittenText;

  constructor(theirs: WrittenText) {
    super('someone else changed the text');
    this.theirs = theirs;
  }
}

/**
 * Saves the text of the open variant, and adds the step or the variant if it is new. Returns the step's ID, or what
 * was not saved.
 */
export async function saveText(
  ctx: WebContext,
  deps: WebDeps,
): Promise<{ stepId: string; unsaved?: undefined } | { unsaved: UnsavedText }> {
  const [stepId, variantId] = [fieldIn(ctx, 'step'), fieldIn(ctx, 'variant') || firstVariantId];
  const text = { subject: fieldIn(ctx, 'subject').trim(), body: fieldIn(ctx, 'body').replace(/\r\n?/g, '\n') };
  let at = -1;
  try {
    const { campaign } = await changeSteps(ctx, deps, (steps) => {
      const isNew = newSteps.some((name) => name === stepId);
      at = isNew ? steps.length : indexIn(steps, stepId);
      const given = { text, variantId, was: marksIn(ctx), bodyFormat: formatIn(ctx) };
      if (!isNew) return steps.with(at, withText(steps[at]!, given));
      return [...steps, { ...newStep(stepId, text, given.bodyFormat), ...(at > 0 && { waitDays: usualWaitDays }) }];
    });
    return { stepId: campaign.steps[at]!.id };
  } catch (error) {
    if (error instanceof Conflict) return { unsaved: { ...text, errors: {}, theirs: error.theirs } };
    const { errors, problem } = refusalOf(error);
    const own = `steps.${at}.${variantId === firstVariantId ? '' : `variants.${placeOf(variantId)}.`}`;
    const ofText = Object.entries(errors).map(([field, message]) => [field.replace(own, ''), withoutField(message)]);
    return { unsaved: { ...text, errors: Object.fromEntries(ofText), problem: withoutField(problem ?? '') } };
  }
}

/** The page shows the field that a message names. */
function withoutField(message: string): string {
  const rest = message.replace(/^steps\.\d+\.[\w.]+: /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function marksIn(ctx: WebContext): string[] {
  const was = fieldIn(ctx, 'was');
  const tried = formIn(ctx)
    .getAll('tried')
    .map((text) => {
      const [subject = '', ...lines] = text.split(/\r\n?|\n/);
      return textMark({ subject, body: lines.join('\n') });
    });
  return was === '' ? [] : [was, ...tried];
}

function formatIn(ctx: WebContext): BodyFormat | undefined {
  return (fieldIn(ctx, 'bodyFormat') || undefined) as BodyFormat | undefined;
}

/** Wait before a new step. The first one has none. */
const usualWaitDays = 3;

function newStep(kind: string, text: WrittenText, bodyFormat: BodyFormat | undefined): StepGiven {
  if (kind === 'new-task') return { kind: 'task', ...filled(text) };
  return { ...filled(text), bodyFormat };
}

function filled({ subject, body }: WrittenText): Partial<WrittenText> {
  return { ...(subject !== '' && { subject }), ...(body.trim() !== '' && { body }) };
}

interface Given {
  text: WrittenText;
  variantId: string;
  /** Marks of the text that the person changed, and of attempts whose answer was lost. Empty: any text. */
  was: string[];
  bodyFormat: BodyFormat | undefined;
}

function withText(step: StepGiven, { text, variantId, was, bodyFormat }: Given): StepGiven {
  const stored = storedText(step, variantId);
  const isSame = stored !== undefined && textMark(stored) === textMark(text);
  const isKnown = stored === undefined || was.length === 0 || was.includes(textMark(stored));
  if (!isKnown && !isSame) throw new Conflict(stored);
  const { subject: _subject, body: _body, ...rest } = step;
  const format = bodyFormat === undefined || step.kind === 'task' ? {} : { bodyFormat };
  if (variantId === firstVariantId) return { ...rest, ...filled(text), ...format };
  const variants = step.variants ?? [];
  const place = Math.min(placeOf(variantId), variants.length);
  if (place >= variantsMax - 1) {
    throw new AppError('validation_failed', `A step has at most ${variantsMax} texts.`, { field: 'body' });
  }
  if (text.body.trim() === '')
    throw new AppError('validation_failed', 'Write the text of the variant.', { field: 'body' });
  const before = variants[place];
  const changed = { ...(before?.weight !== undefined && { weight: before.weight }), ...filled(text), body: text.body };
  return { ...step, ...format, variants: [...variants.slice(0, place), changed, ...variants.slice(place + 1)] };
}
