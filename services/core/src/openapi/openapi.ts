import { type AnyAction, areaOf } from '../actions/definition/define-action.ts';
import { allScopes } from '../actions/definition/scopes.ts';
import { smallChanges } from '../actions/definition/small-changes.ts';
import { aliases } from '../domain/contacts/canonical-values.ts';
import { areaDescriptions } from './areas.ts';
import { errorExamples } from './envelopes.ts';
import { answerHeaders, sharedParameters } from './headers.ts';
import { operationOf } from './operation.ts';
import { withReferences } from './references.ts';
import { exactResultsOf, type Results, resultsOf } from './results.ts';
import { webhookParameters, webhooksOf } from './webhooks.ts';

type Json = Record<string, unknown>;

const about =
  'Find prospects, keep them in a CRM, run outbound campaigns, and handle replies.\n\n- Responses are `{ok, ' +
  'summary, data}`. Lists add `page: {limit, nextCursor}`: pass `nextCursor` as `cursor` for the next page; ' +
  'null means the last page. Operations that may spend add `cost: {credits, balance}`.\n- Errors are `{ok: ' +
  'false, summary, data: null, error}`. `error.code` is from a closed list, `error.message` says what to ' +
  'change, `error.field` and `error.allowedValues` say where, and `error.retryable` is true if the same ' +
  'request can succeed later. Unknown fields, parameters, and enum values are rejected, never ignored.\n- ' +
  '`dryRun=true` on any operation validates and plans it. It returns effects, skips, warnings, cost, and ' +
  '`planDigest`, and changes nothing. An execution with that digest as `Plan-Digest` is rejected with 412 ' +
  '`plan_changed` if the plan has changed since.\n- `Idempotency-Key` makes any write safe to repeat: the ' +
  'same key and request return the stored response.\n- `If-Match` with the ETag of a record prevents ' +
  'overwriting changes that you have not seen (409 `version_conflict`).\n- Requests are limited per key and ' +
  'per workspace: see the headers RateLimit and RateLimit-Policy. A 429 has Retry-After.\n- Events reach ' +
  'your own endpoints as signed webhooks (standardwebhooks.com). Their payloads are described under ' +
  '`webhooks`.\n- Long-running work returns 202 with a job: follow it with GET /jobs/{jobId}.';

/** Builds the OpenAPI 3.1 document from the registry alone. Named schemas appear once, under `components`. */
export function openApiDocument(actions: readonly AnyAction[], baseUrl: string): Json {
  return documentOf(actions, baseUrl, resultsOf);
}

/**
 * The same with alternatives instead of combined results: for the types of clients in TypeScript, and for tests, which
 * then see members that are missing.
 */
export function exactDocument(actions: readonly AnyAction[], baseUrl: string): Json {
  return documentOf(actions, baseUrl, exactResultsOf);
}

function documentOf(actions: readonly AnyAction[], baseUrl: string, results: (action: AnyAction) => Results): Json {
  return withReferences({
    openapi: '3.1.0',
    info: {
      title: 'Outbound',
      version: '1.0.0',
      summary: 'Outbound prospecting that programs drive.',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}/api/public/v1` }],
    security: [{ apiKey: [] }],
    tags: [...new Set(actions.map(areaOf))].map((name) => ({ name, description: areaDescriptions[name] })),
    paths: pathsOf(actions, results),
    webhooks: webhooksOf(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key (obk_live_…), created in the application under Integrations. It has scopes, ' +
            '<area>:<read|write>; write does not include read. Each operation lists the scopes it needs.',
        },
      },
      parameters: { ...sharedParameters, ...webhookParameters },
      headers: answerHeaders,
      examples: errorExamples,
      schemas: {},
    },
    'x-outbound-scopes': allScopes,
    'x-outbound-small-changes': smallChanges,
    'x-outbound-aliases': aliases,
  });
}

function pathsOf(actions: readonly AnyAction[], results: (action: AnyAction) => Results): Json {
  const paths: Record<string, Json> = {};
  for (const action of actions) {
    paths[action.path] = { ...paths[action.path], [action.method]: operationOf(action, results) };
  }
  return paths;
}
