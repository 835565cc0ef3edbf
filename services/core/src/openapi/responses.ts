import {
  type AnyAction,
  isRead,
  mayNeedApproval,
  pathParametersOf,
  statusesOf,
} from '../actions/definition/define-action.ts';
import { type ErrorCode, errorTable } from '../errors/errors.ts';
import { NamedResponse, pascalCase } from '../schema/schema.ts';
import { errorEnvelope } from './envelopes.ts';
import { exampleOf } from './examples.ts';
import { headerRefs } from './headers.ts';
import type { Results } from './results.ts';

type Json = Record<string, unknown>;

const chainErrors = [
  'unauthenticated',
  'missing_scope',
  'validation_failed',
  'rate_limited',
  'internal',
  'unavailable',
] as const;
const writeErrors = ['plan_changed', 'idempotency_in_progress', 'idempotency_key_reused', 'erased'] as const;
const approvalErrors = ['approval_declined', 'approval_expired'] as const;
/** An ID with a slash, a backslash, or a bad percent sign makes an ambiguous path. */
const pathErrors = ['malformed_request'] as const;
const bodyErrors = ['body_too_large', 'unsupported_media_type', 'malformed_json'] as const;
const always = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** All error codes that the operation can return. */
export function errorCodesOf(action: AnyAction): ErrorCode[] {
  const isBodyTaken = action.method !== 'get' && action.method !== 'delete';
  const codes = [
    ...chainErrors,
    ...(pathParametersOf(action).length > 0 ? pathErrors : []),
    ...(isRead(action) ? [] : writeErrors),
    ...(mayNeedApproval(action) ? approvalErrors : []),
    ...(isBodyTaken ? bodyErrors : []),
    ...action.errors,
  ];
  return [...new Set<ErrorCode>(codes)];
}

export function responsesOf(action: AnyAction, results: Results): Json {
  return {
    ...Object.fromEntries(successesOf(action, results)),
    ...(hasContentTag(action) && { '304': notModified }),
    ...Object.fromEntries(
      [...Map.groupBy(errorCodesOf(action), (code) => errorTable[code].status)].map(([status, codes]) => [
        String(status),
        failureOf(codes),
      ]),
    ),
  };
}

/** True if its response has a content-based ETag for If-None-Match. */
export function hasContentTag(action: AnyAction): boolean {
  return action.method === 'get' && action.downloads?.always !== true;
}

const notModified = NamedResponse('NotModified', {
  description: 'Nothing has changed since the response whose ETag was sent as If-None-Match.',
  headers: headerRefs([...always, 'ETag']),
});

/** Success responses: the data with the statuses of the action, and the plan of a dry run with 200. */
function successesOf(action: AnyAction, results: Results): [string, Json][] {
  const statuses = statusesOf(action);
  const { answer, dryRun } = exampleOf(action) ?? {};
  const done = { schema: results.done, ...(answer !== undefined && { example: answer }) };
  const headers = headersOf(action);
  const answers = statuses.map((status): [string, Json] => [
    String(status),
    { description: `${action.title}: ${meanings[status]}.`, headers, content: { 'application/json': done } },
  ]);
  if (isRead(action))
    return action.downloads === undefined ? answers : [['200', downloadOf(action, answers[0]![1], results)]];
  const examples = {
    ...(statuses.includes(200) && answer !== undefined && { done: { summary: 'Executed', value: answer } }),
    ...(dryRun !== undefined && { dryRun: { summary: 'With dryRun=true', value: dryRun } }),
  };
  const description = statuses.includes(200)
    ? `${action.title}: done, or the plan with dryRun=true.`
    : 'The plan, with dryRun=true.';
  const others = answers.filter(([status]) => status !== '200' && !(status === '202' && mayNeedApproval(action)));
  const content = { 'application/json': { schema: results.ok, examples } };
  const waiting = mayNeedApproval(action) ? [waitingOf(action, results, done, headers)] : [];
  return [['200', { description, headers, content }], ...others, ...waiting];
}

/** Status 202: the request needs a person's approval, or (if the action declares it) runs as a job. */
function waitingOf(action: AnyAction, results: Results, done: Json, headers: Json): [string, Json] {
  const isJob = statusesOf(action).includes(202);
  const schema = results.waiting(isJob);
  const content = { 'application/json': isJob ? { ...done, schema } : { schema } };
  const description = isJob ? 'Accepted: a job runs it, or a person must approve it.' : 'A person must approve it.';
  return ['202', { description, headers, content }];
}

/** File response, instead of the envelope or in addition to it. */
function downloadOf(action: AnyAction, answer: Json, results: Results): Json {
  const { types, always } = action.downloads!;
  const recorded = exampleOf(action)?.answer;
  const file = { schema: { type: 'string' }, ...(typeof recorded === 'string' && { example: recorded }) };
  const files = types.filter((type) => always || type !== 'application/json').map((type) => [type, file]);
  const envelope = always ? {} : (answer.content as Json);
  const content = {
    ...Object.fromEntries(files),
    ...envelope,
    ...(!always && jsonFileBeside(action, envelope, results)),
  };
  return { ...answer, content };
}

/** A JSON file contains the payload without its envelope. */
function jsonFileBeside({ downloads, output }: AnyAction, envelope: Json, results: Results): Json {
  if (!downloads!.types.includes('application/json')) return {};
  const json = envelope['application/json'] as Json;
  return { 'application/json': { ...json, schema: results.fileOr(output as Json) } };
}

const meanings: Record<number, string> = { 200: 'done', 201: 'created', 202: 'accepted, a job runs it' };

function headersOf(action: AnyAction): Json {
  return headerRefs([
    ...always,
    ...(hasContentTag(action) || 'version' in ((action.output as { properties?: object }).properties ?? {})
      ? ['ETag']
      : []),
    ...(isRead(action) ? [] : ['Idempotent-Replayed']),
    ...(action.deprecated === undefined ? [] : ['Deprecation', 'Sunset']),
  ]);
}

function failureOf(codes: ErrorCode[]): Json {
  return NamedResponse(codes.map(pascalCase).join('Or'), {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].text}`).join(' '),
    headers: headerRefs([...always.slice(0, codes.includes('unauthenticated') ? 1 : 3), ...failureHeaders(codes)]),
    content: {
      'application/json': {
        schema: errorEnvelope,
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  });
}

const waiting: readonly ErrorCode[] = ['rate_limited', 'unavailable', 'idempotency_in_progress'];

function failureHeaders(codes: ErrorCode[]): string[] {
  return [
    ...(codes.includes('unauthenticated') ? ['WWW-Authenticate'] : []),
    ...(codes.some((code) => waiting.includes(code)) ? ['Retry-After'] : []),
  ];
}
