import { errorTable } from '../errors.ts';
import { type AnyAction, isRead } from './define-action.ts';

type Json = Record<string, unknown>;

const pageSchema = {
  type: 'object',
  required: ['limit', 'nextCursor'],
  properties: { limit: { type: 'integer' }, nextCursor: { type: ['string', 'null'] } },
};
const costSchema = {
  type: 'object',
  required: ['credits', 'balance'],
  properties: { credits: { type: 'integer' }, balance: { type: 'integer' } },
};

const envelope = (data: unknown, more: Json = {}): Json => ({
  type: 'object',
  required: ['ok', 'summary', 'data'],
  properties: { ok: { type: 'boolean', const: true }, summary: { type: 'string' }, data, ...more },
});

/** What the operation answers with when it went well: its data, or the plan of a dry run. */
export const successSchema = (action: AnyAction): Json => {
  if (isRead(action)) return envelope(action.output, action.isPaged ? { page: pageSchema } : {});
  return { anyOf: [envelope(action.output, { cost: costSchema }), { $ref: '#/components/schemas/DryRun' }] };
};

const items = (properties: Json, required: string[]) => ({
  type: 'array',
  items: { type: 'object', properties, required },
});
const string = { type: 'string' };

export const dryRunEnvelope = envelope(
  {
    type: 'object',
    required: [
      'dryRun',
      'summary',
      'effects',
      'effectCount',
      'skipped',
      'skippedCount',
      'warnings',
      'preview',
      'planDigest',
    ],
    properties: {
      dryRun: { type: 'boolean', const: true },
      summary: string,
      effects: items({ op: string, type: string, id: string, label: string, changes: { type: 'object' } }, [
        'op',
        'type',
        'label',
      ]),
      effectCount: { type: 'integer' },
      skipped: items({ id: string, label: string, reason: string }, ['label', 'reason']),
      skippedCount: { type: 'integer' },
      warnings: { type: 'array', items: string },
      preview: {},
      planDigest: string,
    },
  },
  { cost: costSchema },
);

export const errorEnvelope = {
  type: 'object',
  required: ['ok', 'summary', 'data', 'error'],
  properties: {
    ok: { type: 'boolean', const: false },
    summary: string,
    data: {},
    error: {
      type: 'object',
      required: ['code', 'message', 'retryable', 'requestId', 'docs'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorTable) },
        message: string,
        field: string,
        details: items({ field: string, message: string, allowedValues: { type: 'array' } }, ['message']),
        allowedValues: { type: 'array' },
        missingScopes: { type: 'array', items: string },
        existingId: string,
        retryable: { type: 'boolean' },
        requestId: string,
        docs: string,
      },
    },
  },
};
