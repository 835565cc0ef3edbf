import type { TObject, TSchema } from 'typebox';
import { errorTable } from '../errors.ts';
import { type AnyAction, areaOf, isRead, pathParametersOf, scopesOf } from './define-action.ts';
import { dryRunEnvelope, errorEnvelope, successSchema } from './openapi-envelopes.ts';
import { allScopes } from './scopes.ts';

type Json = Record<string, unknown>;

const chainErrors = [
  'unauthenticated',
  'missing_scope',
  'validation_failed',
  'rate_limited',
  'internal',
  'unavailable',
] as const;
const writeErrors = [
  'plan_changed',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'body_too_large',
  'unsupported_media_type',
  'malformed_json',
] as const;

/** The OpenAPI 3.1 document, made from the registry alone. The schemas that tools use hold no $ref. */
export const openApiDocument = (actions: readonly AnyAction[], baseUrl: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Outbound',
    version: '1.0.0',
    description:
      'Find prospective clients, keep them in a CRM, run outbound campaigns and handle replies. Every operation takes dryRun=true.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: `${baseUrl}/api/public/v1` }],
  security: [{ apiKey: [] }],
  tags: [...new Set(actions.map(areaOf))].map((name) => ({ name })),
  paths: pathsOf(actions),
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key (obk_live_…), made in the application, section Integrations.',
      },
    },
    schemas: { Error: errorEnvelope, DryRun: dryRunEnvelope },
  },
  'x-outbound-scopes': allScopes,
});

const pathsOf = (actions: readonly AnyAction[]): Json => {
  const paths: Record<string, Json> = {};
  for (const action of actions) {
    paths[action.path] = { ...paths[action.path], [action.method]: operationOf(action) };
  }
  return paths;
};

const operationOf = (action: AnyAction): Json => ({
  operationId: action.name,
  summary: action.summary,
  description: action.description,
  tags: [areaOf(action)],
  ...(action.deprecated && { deprecated: true }),
  parameters: parametersOf(action),
  ...bodyOf(action),
  responses: responsesOf(action),
  'x-outbound': {
    tool: action.name,
    title: action.title,
    area: areaOf(action),
    effect: action.effect,
    scopes: scopesOf(action),
    surface: action.isEverydayTool ? 'default' : 'more',
    inputSchema: action.input,
    outputSchema: action.output,
    untrusted: action.untrusted ?? [],
    paged: action.isPaged ?? false,
    ...(action.uploads && { uploads: action.uploads }),
    ...(action.price && { price: action.price }),
  },
});

const takesBody = (action: AnyAction): boolean => action.method !== 'get' && action.method !== 'delete';

const propertiesOf = (action: AnyAction): [string, TSchema][] => Object.entries((action.input as TObject).properties);

const parametersOf = (action: AnyAction): Json[] => {
  const inPath = pathParametersOf(action);
  const required: string[] = action.input.required ?? [];
  const own = propertiesOf(action)
    .filter(([name]) => inPath.includes(name) || !takesBody(action) || action.uploads !== undefined)
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || (required.includes(name) && !takesBody(action)),
      schema,
      ...((schema as Json).description !== undefined && { description: (schema as Json).description }),
      ...((schema as Json).type === 'array' && { style: 'form', explode: false }),
    }));
  return [...own, dryRunParameter, ...(isRead(action) ? [] : writeHeaders)];
};

const dryRunParameter: Json = {
  name: 'dryRun',
  in: 'query',
  required: false,
  description: 'true: validate and plan, report effects and cost, execute nothing. Harmless on reads.',
  schema: { type: 'boolean', default: false },
};

const writeHeaders: Json[] = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Unique per logical request, 1 to 255 visible ASCII characters. Repeating the request with the same key does not execute it twice; kept 7 days.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  {
    name: 'Plan-Digest',
    in: 'header',
    required: false,
    description:
      'planDigest of the dry run that was agreed to. A plan that differs by now is refused with plan_changed.',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  },
];

const bodyOf = (action: AnyAction): Json => {
  if (!takesBody(action)) return {};
  const inPath = pathParametersOf(action);
  const properties = Object.fromEntries(propertiesOf(action).filter(([name]) => !inPath.includes(name)));
  const required = ((action.input.required ?? []) as string[]).filter((name) => !inPath.includes(name));
  const { properties: _all, required: _names, ...rest } = action.input as unknown as Json;
  const schema = { ...rest, properties, ...(required.length > 0 && { required }) };
  const media = { schema, ...(action.example !== undefined && { example: withoutPath(action, inPath) }) };
  const raw = (action.uploads ?? []).map((type) => [type, { schema: { type: 'string' } }]);
  const content = { 'application/json': media, ...Object.fromEntries(raw) };
  return { requestBody: { required: required.length > 0 || raw.length > 0, content } };
};

const withoutPath = (action: AnyAction, inPath: string[]): Json =>
  Object.fromEntries(Object.entries(action.example as Json).filter(([name]) => !inPath.includes(name)));

const responsesOf = (action: AnyAction): Json => {
  const codes = [...chainErrors, ...(isRead(action) ? [] : writeErrors), ...action.errors];
  const byStatus = Map.groupBy(new Set(codes), (code) => errorTable[code].status);
  const failures = [...byStatus].map(([status, group]) => [
    String(status),
    {
      description: group.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  const success = { description: action.title, content: { 'application/json': { schema: successSchema(action) } } };
  return { '2XX': success, ...Object.fromEntries(failures) };
};
