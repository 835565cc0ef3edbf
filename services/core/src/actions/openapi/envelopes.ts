import { type ErrorCode, errorTable } from '../../errors.ts';
import { type AnyAction, plannedOps } from '../define-action.ts';

type Json = Record<string, unknown>;

const text = (description: string): Json => ({ type: 'string', description });
const count = (description: string): Json => ({ type: 'integer', minimum: 0, description });

const pageSchema = {
  type: 'object',
  description: 'Where the page ends.',
  required: ['limit', 'nextCursor'],
  properties: {
    limit: count('Records on a page, at most.'),
    nextCursor: {
      type: ['string', 'null'],
      description: 'Pass it as cursor for the next page; null: this is the last.',
    },
  },
};
const costSchema = {
  type: 'object',
  description: 'What it costs.',
  required: ['credits', 'balance'],
  properties: {
    credits: count('Credits charged; of a dry run: at most.'),
    balance: count('Credits left in the workspace.'),
  },
};

const summary = text('What was done or found, in one sentence.');

const envelope = (data: unknown, more: Json = {}): Json => ({
  type: 'object',
  required: ['ok', 'summary', 'data'],
  properties: { ok: { type: 'boolean', const: true, description: 'true.' }, summary, data, ...more },
});

/** What the operation answers with when it went well. */
export const dataEnvelope = (action: AnyAction): Json => {
  if (action.isPaged) return envelope(action.output, { page: pageSchema });
  return envelope(action.output, action.effect === 'spend' ? { cost: costSchema } : {});
};

const items = (description: string, properties: Json, required: string[]) => ({
  type: 'array',
  description,
  items: { type: 'object', properties, required },
});

const planProperties = {
  dryRun: { type: 'boolean', const: true, description: 'true: nothing was done.' },
  summary: text('What would be done, in one sentence.'),
  effects: items(
    'What would happen, to which records; at most 100.',
    {
      op: { type: 'string', enum: plannedOps, description: 'What would happen to it.' },
      type: text('Type of the record.'),
      id: text('The record; absent when it would be created.'),
      label: text('Name of the record.'),
      changes: { type: 'object', description: 'New values, by field.' },
    },
    ['op', 'type', 'label'],
  ),
  effectCount: count('How many effects there are in all.'),
  skipped: items(
    'What would be left out, and why; at most 100.',
    { id: text('The record.'), label: text('Name of the record.'), reason: text('Why.') },
    ['label', 'reason'],
  ),
  skippedCount: count('How many would be left out in all.'),
  warnings: { type: 'array', items: { type: 'string' }, description: 'What to look at before agreeing.' },
  preview: { description: 'A sample of the result, e.g. the rendered message; null where there is none.' },
  planDigest: text('Send it as Plan-Digest to execute exactly this plan.'),
};

export const dryRunEnvelope = envelope(
  { type: 'object', description: 'The plan.', required: Object.keys(planProperties), properties: planProperties },
  { cost: costSchema },
);

export const errorEnvelope = {
  type: 'object',
  required: ['ok', 'summary', 'data', 'error'],
  properties: {
    ok: { type: 'boolean', const: false, description: 'false.' },
    summary: text('The message of the error.'),
    data: { description: 'null; with plan_changed, the new plan.' },
    error: {
      type: 'object',
      description: 'Why it was refused, and what to do.',
      required: ['code', 'message', 'retryable', 'requestId', 'docs'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorTable), description: 'The kind of refusal: a closed list.' },
        message: text('What is wrong and what to change.'),
        field: text('The input field to change.'),
        details: items(
          'Everything that is wrong with the input.',
          {
            field: text('The input field.'),
            message: text('What is wrong with it.'),
            allowedValues: { type: 'array', items: {}, description: 'What it takes.' },
          },
          ['message'],
        ),
        allowedValues: { type: 'array', items: {}, description: 'What the field takes.' },
        missingScopes: { type: 'array', items: { type: 'string' }, description: 'Scopes that the key lacks.' },
        existingId: text('The record that stands in the way.'),
        retryable: { type: 'boolean', description: 'Whether the same request can succeed later.' },
        requestId: text('Quote it when you report a problem.'),
        docs: text('Path of the explanation of this code.'),
      },
    },
  },
};

const exampleId = 'req_01KABCDEFGHJKMNPQRSTVWX001';

/** One refusal of each kind. */
export const errorExamples: Record<string, Json> = Object.fromEntries(
  (Object.keys(errorTable) as ErrorCode[]).map((code) => {
    const { text: message, retryable } = errorTable[code];
    const error = { code, message, retryable, requestId: exampleId, docs: `/api/public/v1/docs#error-${code}` };
    return [code, { summary: code, value: { ok: false, summary: message, data: null, error } }];
  }),
);
