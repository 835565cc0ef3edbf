import { plannedOps } from '../engine/context/plan.ts';

type Json = Record<string, unknown>;

export function textOf(description: string): Json {
  return { type: 'string', description };
}
export function countOf(description: string): Json {
  return { type: 'integer', minimum: 0, description };
}
export function itemsOf(description: string, properties: Json, required: string[]) {
  return {
    type: 'array',
    description,
    items: { type: 'object', properties, required },
  };
}

/** Members of a plan, in the response of a dry run. */
export const planProperties = {
  dryRun: { type: 'boolean', const: true, description: 'true: nothing was executed.' },
  summary: textOf('Planned outcome in one sentence.'),
  effects: itemsOf(
    'Planned effects on records, at most 100.',
    {
      op: { type: 'string', enum: plannedOps, description: 'Planned operation.' },
      type: textOf('Type of the record.'),
      id: textOf('The record. Absent if it would be created.'),
      label: textOf('Name of the record.'),
      changes: { type: 'object', description: 'New values by field. Null if the field is cleared.' },
      before: { type: 'object', description: 'Old values of changed fields. Absent if there were none.' },
      removed: { type: 'object', description: 'Old values that would be lost, by field path.' },
    },
    ['op', 'type', 'label'],
  ),
  effectCount: countOf('Total number of effects.'),
  skipped: itemsOf(
    'Skipped items with reasons, at most 100.',
    { id: textOf('The record.'), label: textOf('Name of the record.'), reason: textOf('Why.') },
    ['label', 'reason'],
  ),
  skippedCount: countOf('Total number of skipped items.'),
  warnings: { type: 'array', items: { type: 'string' }, description: 'Points to check before you agree.' },
  preview: { description: 'Sample of the result, such as a rendered message. Null without one.' },
  recipients: countOf('People who would get a message.'),
  differences: {
    type: 'array',
    items: { type: 'object' },
    description: 'Changes since the last approval: {field, before, after, messages}.',
  },
  manifest: {
    type: ['object', 'null'],
    description: 'Exactly what would be sent; null where nothing is. Its groups are those of get_approval_manifest.',
    required: ['digest', 'groups'],
    properties: {
      digest: textOf('Same for two plans that send the same.'),
      groups: { type: 'array', items: { type: 'object' }, description: 'People who get the same texts.' },
    },
  },
  approval: {
    type: 'object',
    description: 'Approval that the execution would need.',
    required: ['isRequired', 'reason'],
    properties: {
      isRequired: { type: 'boolean', description: 'True: the execution returns 202 with data.approval.' },
      reason: { type: ['string', 'null'], description: 'Reason. Null if no approval is needed.' },
    },
  },
  sentence: textOf('Sentence that a person confirms: records, fields, old and new values, and counts.'),
  isSmall: {
    type: 'boolean',
    description: 'True for a small change, which a connection may run immediately if a person has enabled that.',
  },
  planDigest: textOf('Send it as Plan-Digest to execute exactly this plan.'),
};
