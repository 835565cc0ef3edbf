import { type AnyAction, isRead } from '../actions/definition/define-action.ts';
import { type ErrorCode, errorTable } from '../errors/errors.ts';
import { Named, nameOf, pascalCase } from '../schema/schema.ts';
import { countOf, itemsOf, planProperties, textOf } from './plan-properties.ts';

type Json = Record<string, unknown>;

const pageSchema = Named('Page', {
  type: 'object',
  description: 'Position in the list.',
  required: ['limit', 'nextCursor'],
  properties: {
    limit: countOf('Maximum records per page.'),
    nextCursor: {
      type: ['string', 'null'],
      description: 'Pass it as cursor for the next page. Null: this is the last page.',
    },
    total: countOf('Records that match, with withTotal.'),
    totalIsExact: { type: 'boolean', description: 'False: total is only what a first look found.' },
    isPartial: {
      type: 'boolean',
      description: 'True: the page ended early, after many records that did not match. nextCursor continues.',
    },
  },
});
export const costSchema = Named('Cost', {
  type: 'object',
  description: 'Cost of the operation.',
  required: ['credits', 'balance'],
  properties: {
    credits: countOf('Credits charged. In a dry run: the maximum.'),
    balance: countOf('Available credits of the workspace.'),
  },
});

const summary = textOf('Outcome in one sentence.');

export function envelope(data: Json, more: Json = {}): Json {
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

/** Success response of an operation, with its required members. */
export function exactEnvelope(action: AnyAction): Json {
  const cost = action.effect === 'spend' ? { cost: costSchema } : {};
  const more = action.isPaged ? { page: pageSchema } : cost;
  return Named(`${pascalCase(action.name)}${isRead(action) ? '' : 'Exact'}Result`, envelope(action.output, more));
}

export const waitingProperties = {
  id: textOf('ID of the approval.'),
  url: textOf('Page where a signed-in member approves or declines it.'),
  state: { type: 'string', enum: ['pending', 'approved'], description: 'pending: not decided yet.' },
  reason: textOf('Why a person must decide.'),
  expiresAt: textOf('Time at which it expires without a decision.'),
};

/** Response for a request that has not run yet: a member of the workspace must approve it. */
export const waitingEnvelope = Named(
  'WaitingForApproval',
  envelope({
    type: 'object',
    description: 'Approval that the execution needs.',
    required: ['approval'],
    properties: {
      approval: {
        type: 'object',
        description: 'The approval. See GET /approvals/{approvalId}.',
        required: Object.keys(waitingProperties),
        properties: waitingProperties,
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
    summary: textOf('Message of the error.'),
    data: { description: 'Null; with plan_changed, the new plan.' },
    error: {
      type: 'object',
      description: 'Reason for the rejection, and the fix.',
      required: ['code', 'message', 'retryable', 'requestId', 'docs'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorTable), description: 'Error code, from a closed list.' },
        message: textOf('Description of the problem and the fix.'),
        field: textOf('Input field to change.'),
        details: itemsOf(
          'All problems of the input.',
          {
            field: textOf('Input field.'),
            message: textOf('Description of the problem.'),
            allowedValues: { type: 'array', items: {}, description: 'Allowed values.' },
          },
          ['message'],
        ),
        allowedValues: { type: 'array', items: {}, description: 'Allowed values of the field.' },
        missingScopes: { type: 'array', items: { type: 'string' }, description: 'Scopes that the key lacks.' },
        existingId: textOf('Conflicting record.'),
        retryable: { type: 'boolean', description: 'True if the same request can succeed later.' },
        requestId: textOf('Quote it when you report a problem.'),
        docs: textOf('Path of the documentation of this code.'),
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
