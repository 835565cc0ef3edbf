import type { AnyAction } from '../actions/definition/define-action.ts';
import { plannedOps } from '../engine/context/plan.ts';
import { type ErrorCode, errorTable } from '../errors/errors.ts';
import { Named, nameOf, pascalCase } from '../schema/schema.ts';

type Json = Record<string, unknown>;

function text(description: string): Json {
  return { type: 'string', description };
}
function count(description: string): Json {
  return { type: 'integer', minimum: 0, description };
}

const pageSchema = Named('Page', {
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
});
const costSchema = Named('Cost', {
  type: 'object',
  description: 'What it costs.',
  required: ['credits', 'balance'],
  properties: {
    credits: count('Credits charged; of a dry run: at most.'),
    balance: count('Credits left in the workspace.'),
  },
});

const summary = text('What was done or found, in one sentence.');

function envelope(data: Json, more: Json = {}): Json {
  return {
    type: 'object',
    required: ['ok', 'summary', 'data'],
    properties: {
      ok: { type: 'boolean', const: true, description: 'true.' },
      summary,
      data: describedData(data),
      ...more,
    },
  };
}

/** The payload has its own description, or the general one. A named schema includes its own. */
function describedData(data: Json): Json {
  return nameOf(data) === '' ? { description: 'The result.', ...data } : data;
}

/** Success response of an operation. */
export function dataEnvelope(action: AnyAction): Json {
  const cost = action.effect === 'spend' ? { cost: costSchema } : {};
  const more = action.isPaged ? { page: pageSchema } : cost;
  return Named(`${pascalCase(action.name)}Response`, envelope(action.output, more));
}

function items(description: string, properties: Json, required: string[]) {
  return {
    type: 'array',
    description,
    items: { type: 'object', properties, required },
  };
}

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
      changes: { type: 'object', description: 'New values, by field; null when the field is removed.' },
      removed: { type: 'object', description: 'Old values that would be gone afterwards, by the path of the field.' },
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
  recipients: count('People who would get a message.'),
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
      digest: text('Same for two plans that send the same.'),
      groups: { type: 'array', items: { type: 'object' }, description: 'People who get the same texts.' },
    },
  },
  approval: {
    type: 'object',
    description: 'Whether the execution would wait for a person.',
    required: ['isRequired', 'reason'],
    properties: {
      isRequired: { type: 'boolean', description: 'True: the execution answers 202 with data.approval.' },
      reason: { type: ['string', 'null'], description: 'Why; null when no person is needed.' },
    },
  },
  planDigest: text('Send it as Plan-Digest to execute exactly this plan.'),
};

/** Response for a request that has not run yet: a member of the workspace must approve it. */
export const waitingEnvelope = Named(
  'WaitingForApproval',
  envelope({
    type: 'object',
    description: 'What the execution waits for.',
    required: ['approval'],
    properties: {
      approval: {
        type: 'object',
        description: 'The approval, see GET /approvals/{approvalId}.',
        required: ['id', 'url', 'state', 'reason', 'expiresAt'],
        properties: {
          id: text('Id of the approval.'),
          url: text('Where a signed-in member approves or declines it.'),
          state: { type: 'string', enum: ['pending', 'approved'], description: 'pending: nobody has decided yet.' },
          reason: text('Why a person has to decide.'),
          expiresAt: text('When it ends undecided.'),
        },
      },
    },
  }),
);

export const dryRunEnvelope = Named(
  'DryRun',
  envelope(
    { type: 'object', description: 'The plan.', required: Object.keys(planProperties), properties: planProperties },
    { cost: costSchema },
  ),
);

export const errorEnvelope = Named('Error', {
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
});

const exampleId = 'req_01KABCDEFGHJKMNPQRSTVWX001';

/** One example of each kind of error. */
export const errorExamples: Record<string, Json> = Object.fromEntries(
  (Object.keys(errorTable) as ErrorCode[]).map((code) => {
    const { text: message, retryable } = errorTable[code];
    const error = { code, message, retryable, requestId: exampleId, docs: `/api/public/v1/docs#error-${code}` };
    return [code, { summary: code, value: { ok: false, summary: message, data: null, error } }];
  }),
);
