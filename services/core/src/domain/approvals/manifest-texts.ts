import { shortDigest } from '../campaigns/approved-texts.ts';
import { isTask, type SequenceStep, type StepText, textsOf } from '../campaigns/sequence-step.ts';
import type { RenderScope } from '../messages/templates/render-fields.ts';
import { shapeOf, type TextShape } from '../messages/templates/template-shape.ts';
import type { ManifestStep, ManifestText } from './manifest.ts';

/** A step's text as one person gets it. */
export interface PersonText {
  text: ManifestText;
  /** Digest of the values that belong to this person alone. Null without any. */
  fixed: string | null;
  mayVary: string[];
}

/** Most people share a text, so that few are made. */
const texts = new WeakMap<TextShape, WeakMap<TextShape, Map<string, ManifestText>>>();

function textOf(step: ManifestStep, { id }: StepText, subject: TextShape, body: TextShape): ManifestText {
  const bySubject = texts.get(subject) ?? new WeakMap<TextShape, Map<string, ManifestText>>();
  texts.set(subject, bySubject);
  const byBody = bySubject.get(body) ?? new Map<string, ManifestText>();
  bySubject.set(body, byBody);
  const { bodyFormat, attachments, thread } = step;
  const key = JSON.stringify([step.id, id, bodyFormat, attachments, thread]);
  const known = byBody.get(key);
  if (known !== undefined) return known;
  const made: ManifestText = {
    digest: shortDigest([key, subject.text, body.text]),
    stepId: step.id,
    variantId: id,
    branch: [...new Set([...subject.branch, ...body.branch])],
    subject: subject.text,
    body: body.text,
    bodyFormat,
    attachments,
    isWrittenPerPerson: false,
  };
  byBody.set(key, made);
  return made;
}

/** One variant of a step for the person with these values. */
export function personText(step: ManifestStep, variant: StepText, scope: RenderScope): PersonText {
  const [subject, body] = [shapeOf(variant.subject, scope), shapeOf(variant.body, scope)];
  const fixed = [...subject.fixed, ...body.fixed];
  return {
    text: textOf(step, variant, subject, body),
    fixed: fixed.length === 0 ? null : shortDigest(fixed),
    mayVary: [...subject.mayVary, ...body.mayVary],
  };
}

/** Messages of a sequence, as they are approved. Tasks are not part of it. */
export function manifestSteps(steps: readonly SequenceStep[]): ManifestStep[] {
  return steps.flatMap((step) => (isTask(step) ? [] : [manifestStep(step)]));
}

export function manifestStep(step: SequenceStep): ManifestStep {
  const { id, waitMinutes, thread, bodyFormat = 'text', attachments = [], keepsWinner = false } = step;
  return { id, waitMinutes, thread, bodyFormat, attachments, keepsWinner, texts: textsOf(step) };
}
