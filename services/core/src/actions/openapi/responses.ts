import { type ErrorCode, errorTable } from '../../errors.ts';
import { type AnyAction, isRead, scopesOf, statusesOf } from '../define-action.ts';
import { dataEnvelope } from './envelopes.ts';
import { exampleOf } from './examples.ts';
import { headerRefs } from './headers.ts';

type Json = Record<string, unknown>;

const chainErrors = [
  'unauthenticated',
  'missing_scope',
  'validation_failed',
  'rate_limited',
  'internal',
  'unavailable',
] as const;
const writeErrors = ['plan_changed', 'idempotency_in_progress', 'idempotency_key_reused'] as const;
const bodyErrors = ['body_too_large', 'unsupported_media_type', 'malformed_json'] as const;
const always = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** Every code that the operation may answer with. */
export const errorCodesOf = (action: AnyAction): ErrorCode[] => {
  const isBodyTaken = action.method !== 'get' && action.method !== 'delete';
  const codes = [
    ...chainErrors,
    ...(isRead(action) ? [] : writeErrors),
    ...(isBodyTaken ? bodyErrors : []),
    ...action.errors,
  ];
  return [...new Set<ErrorCode>(codes)];
};

export const responsesOf = (action: AnyAction): Json => ({
  ...Object.fromEntries(successesOf(action)),
  ...Object.fromEntries(
    [...Map.groupBy(errorCodesOf(action), (code) => errorTable[code].status)].map(([status, codes]) => [
      String(status),
      failureOf(action, codes),
    ]),
  ),
});

/** What went well: the data with the statuses of the action, and the plan of a dry run with 200. */
const successesOf = (action: AnyAction): [string, Json][] => {
  const statuses = statusesOf(action);
  const { answer, dryRun } = exampleOf(action) ?? {};
  const done = { schema: dataEnvelope(action), ...(answer !== undefined && { example: answer }) };
  const headers = headersOf(action);
  const answers = statuses.map((status): [string, Json] => [
    String(status),
    { description: `${action.title}: ${meanings[status]}.`, headers, content: { 'application/json': done } },
  ]);
  if (isRead(action)) return action.downloads === undefined ? answers : [['200', downloadOf(action, answers[0]![1])]];
  const plan = { $ref: '#/components/schemas/DryRun' };
  const examples = {
    ...(statuses.includes(200) && answer !== undefined && { done: { summary: 'Executed', value: answer } }),
    ...(dryRun !== undefined && { dryRun: { summary: 'With dryRun=true', value: dryRun } }),
  };
  const schema = statuses.includes(200) ? { anyOf: [done.schema, plan] } : plan;
  const description = statuses.includes(200)
    ? `${action.title}: done, or the plan with dryRun=true.`
    : 'The plan, with dryRun=true.';
  const others = answers.filter(([status]) => status !== '200');
  return [['200', { description, headers, content: { 'application/json': { schema, examples } } }], ...others];
};

/** A file, in place of the envelope or besides it. */
const downloadOf = (action: AnyAction, answer: Json): Json => {
  const { types, always } = action.downloads!;
  const recorded = exampleOf(action)?.answer;
  const file = { schema: { type: 'string' }, ...(typeof recorded === 'string' && { example: recorded }) };
  const files = types.filter((type) => always || type !== 'application/json').map((type) => [type, file]);
  const content = { ...(always ? {} : (answer.content as Json)), ...Object.fromEntries(files) };
  return { ...answer, content };
};

const meanings: Record<number, string> = { 200: 'done', 201: 'created', 202: 'accepted, a job does it' };

const headersOf = (action: AnyAction): Json =>
  headerRefs([
    ...always,
    ...('version' in ((action.output as { properties?: object }).properties ?? {}) ? ['ETag'] : []),
    ...(isRead(action) ? [] : ['Idempotent-Replayed']),
    ...(action.deprecated === undefined ? [] : ['Deprecation', 'Sunset']),
  ]);

const failureOf = (action: AnyAction, codes: ErrorCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errorTable[code].text}${moreOn(code, action)}`).join(' '),
  headers: headerRefs([...always.slice(0, codes.includes('unauthenticated') ? 1 : 3), ...failureHeaders(codes)]),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

const moreOn = (code: ErrorCode, action: AnyAction): string =>
  code === 'missing_scope' && scopesOf(action).length > 0 ? ` Needed: ${scopesOf(action).join(', ')}.` : '';

const waiting: readonly ErrorCode[] = ['rate_limited', 'unavailable', 'idempotency_in_progress'];

const failureHeaders = (codes: ErrorCode[]): string[] => [
  ...(codes.includes('unauthenticated') ? ['WWW-Authenticate'] : []),
  ...(codes.some((code) => waiting.includes(code)) ? ['Retry-After'] : []),
];
