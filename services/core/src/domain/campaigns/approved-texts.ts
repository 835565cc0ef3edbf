import { hash } from 'node:crypto';
import type { RenderScope } from '../messages/templates/render-fields.ts';
import { maskTemplate } from '../messages/templates/render-template.ts';
import { isTask, type SequenceStep, textsOf } from './sequence-step.ts';

/** Texts approved for one person: one digest per step, covering all its variants. */
export interface ApprovedTexts {
  /** Number of changes made to the campaign's steps at the time of approval. */
  stepsVersion: number;
  digests: Record<string, string>;
}

/** 96 bits: enough to distinguish the texts of one campaign. */
const digestLength = 24;

export function shortDigest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'hex').slice(0, digestLength);
}

/** Unchanged if only short plain values of the contact change. Such corrections are sent without a new approval. */
export function textDigest(step: SequenceStep, scope: RenderScope): string {
  const texts = textsOf(step).map(({ id, subject, body }) => [
    id,
    maskTemplate(subject, scope),
    maskTemplate(body, scope),
  ]);
  return shortDigest([step.bodyFormat ?? 'text', step.attachments ?? [], step.thread, texts]);
}

export function textDigests(steps: readonly SequenceStep[], scope: RenderScope): Record<string, string> {
  return Object.fromEntries(steps.flatMap((step) => (isTask(step) ? [] : [[step.id, textDigest(step, scope)]])));
}
