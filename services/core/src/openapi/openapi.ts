import { type AnyAction, areaOf } from '../actions/definition/define-action.ts';
import { allScopes } from '../actions/definition/scopes.ts';
import { smallChanges } from '../actions/definition/small-changes.ts';
import { aliases } from '../domain/contacts/canonical-values.ts';
import { areaDescriptions } from './areas.ts';
import { errorExamples } from './envelopes.ts';
import { answerHeaders, sharedParameters } from './headers.ts';
import { operationOf } from './operation.ts';
import { withReferences } from './references.ts';
import { webhookParameters, webhooksOf } from './webhooks.ts';

type Json = Record<string, unknown>;

const about = `Find prospective clients, keep them in a CRM, run outbound campaigns and handle replies.

- Answers are \`{ok, summary, data}\`; lists add \`page: {limit, nextCursor}\`: pass \`nextCursor\` as \`cursor\` for \
the next page, null is the last one. Operations that may spend add \`cost: {credits, balance}\`.
- Refusals are \`{ok: false, summary, data: null, error}\`. \`error.code\` is one of a closed list, \`error.message\` \
says what to change, \`error.field\` and \`error.allowedValues\` where, \`error.retryable\` whether the same request \
can succeed later. Unknown fields, parameters and enum values are refused, never ignored.
- \`dryRun=true\` on any operation validates, plans and tells effects, skips, warnings, cost and \`planDigest\`, and \
changes nothing. An execution with that digest as \`Plan-Digest\` is refused with 412 \`plan_changed\` when the plan \
has changed in between.
- \`Idempotency-Key\` makes any write safe to repeat: the same key and request give the stored answer again.
- \`If-Match\` with the ETag of a record refuses to overwrite what you have not seen (409 \`version_conflict\`).
- Requests are limited per key and per workspace: see the headers RateLimit and RateLimit-Policy; 429 comes with Retry-After.
- Events reach your own endpoints as signed webhooks (standardwebhooks.com); what each carries stands under \`webhooks\`.
- Long work answers 202 with a job: follow it by GET /jobs/{jobId}.`;

/** Builds the OpenAPI 3.1 document from the registry alone. Named schemas appear once, under `components`. */
export function openApiDocument(actions: readonly AnyAction[], baseUrl: string): Json {
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
    paths: pathsOf(actions),
    webhooks: webhooksOf(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key (obk_live_…), made in the application, section Integrations. It carries scopes, <area>:<read|write>; write does not include read. Each operation names those that it needs.',
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

function pathsOf(actions: readonly AnyAction[]): Json {
  const paths: Record<string, Json> = {};
  for (const action of actions) {
    paths[action.path] = { ...paths[action.path], [action.method]: operationOf(action) };
  }
  return paths;
}
