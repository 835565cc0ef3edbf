import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { type AnyAction, isRead, pathParametersOf, statusesOf } from '../actions/definition/define-action.ts';
import { actions } from '../actions/index.ts';
import { eventPayloads } from '../domain/events/event-payloads.ts';
import { answerFaults } from '../testing/answer-schema.ts';
import { areaDescriptions } from './areas.ts';
import { exampleOf, recordedNames } from './examples.ts';
import { openApiDocument } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as plain JSON.
type Json = any;

const document: Json = JSON.parse(JSON.stringify(openApiDocument(actions, 'https://outbound.example')));
const cases = actions.map((action) => [action.name, action, document.paths[action.path][action.method]] as const);

// Strict mode rejects unknown keywords and formats, and defaults that do not match.
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
addFormats.default(ajv);

// Compiled once, and referenced by each schema.
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'api', components: inApi(document.components) });

function inApi(part: Json): Json {
  return JSON.parse(JSON.stringify(part).replaceAll('"#/components/', '"api#/components/'));
}

const compiled = new Map<string, ValidateFunction>();

function validatorOf(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const validate = ajv.compile(inApi(schema));
  compiled.set(text, validate);
  return validate;
}

function faultsOf(schema: Json, value: unknown): string[] {
  const validate = validatorOf(schema);
  return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function at(reference: string): Json {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((part, name) => part?.[name], document);
}

function resolved(part: Json): Json {
  return part.$ref === undefined ? part : { ...at(part.$ref), ...part };
}

/** Nested schemas, each with its location. */
function schemasIn(part: Json, place: string): [string, Json][] {
  if (part === null || typeof part !== 'object') return [];
  const inside = Object.entries(part).flatMap(([name, inner]) => schemasIn(inner, `${place}.${name}`));
  return [[place, part], ...inside];
}

/** Members without a description. */
function undescribed(schema: Json, place: string): string[] {
  return schemasIn(schema, place)
    .filter(([where, part]) => part.properties !== undefined && !where.endsWith('.properties'))
    .flatMap(([where, { properties }]) =>
      Object.entries<Json>(properties)
        .filter(([, member]) => !member.$ref)
        .filter(
          ([, member]) =>
            !(member.description ?? member.anyOf?.some((branch: Json) => branch.description ?? branch.$ref)),
        )
        .map(([name]) => `${where}.${name}`),
    );
}

describe('the document', () => {
  test('is valid under the official 3.1 schema', async () => {
    const result = await new Validator().validate(document);
    expect(result.valid ? [] : result.errors).toEqual([]);
  });

  test('resolves every reference', () => {
    const references = schemasIn(document, '').filter(([, part]) => typeof part.$ref === 'string');
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter(([, { $ref }]) => at($ref) === undefined).map(([, { $ref }]) => $ref)).toEqual([]);
  });

  test('lets no path parameter hold a separator or a dot segment', () => {
    const open = cases.flatMap(([name, , operation]) =>
      operation.parameters
        .map(resolved)
        .filter((parameter: Json) => parameter.in === 'path')
        .filter(({ schema }: Json) => !/^\^\(?[a-z|]+\)?_\[0-9A-HJKMNP-TV-Z\]\{26\}\$$/.test(resolved(schema).pattern))
        .map((parameter: Json) => `${name} ${parameter.name}`),
    );
    expect(open).toEqual([]);
  });

  test('describes the webhook payload of each event type', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(eventPayloads));
    for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
      const { properties, required } = resolved(post.requestBody.content['application/json'].schema);
      const always = Object.keys(properties).filter((name) => name !== 'record');
      expect([properties.type.const, required]).toEqual([type, always]);
      expect(post.parameters.map((parameter: Json) => resolved(parameter).name)).toContain('webhook-signature');
    }
  });

  test('lists each operation once, under one described tag', () => {
    const ids = cases.map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(actions.length);
    const tags = document.tags.map(({ name }: Json) => name);
    expect(cases.filter(([, , operation]) => !tags.includes(operation.tags[0]))).toEqual([]);
    expect(document.tags.filter(({ description }: Json) => !description)).toEqual([]);
    expect(Object.keys(areaDescriptions).sort()).toEqual([...tags].sort());
  });

  test('describes shared parameters, headers, and envelopes', () => {
    const { parameters, headers, schemas, securitySchemes } = document.components;
    const parts = [...Object.entries<Json>(parameters), ...Object.entries<Json>(headers)];
    expect(parts.filter(([, { description, schema }]) => !description || !schema)).toEqual([]);
    for (const [name, { schema, example }] of parts) {
      if (example !== undefined) expect(faultsOf(schema, example), name).toEqual([]);
    }
    for (const [name, schema] of Object.entries(schemas)) expect(undescribed(schema, name)).toEqual([]);
    expect(securitySchemes.apiKey.description).toContain('obk_live_');
  });

  test('shows one error of each kind', () => {
    const { examples, schemas } = document.components;
    for (const { value } of Object.values<Json>(examples)) expect(faultsOf(schemas.Error, value)).toEqual([]);
  });

  test('has no union in a response, and no names that generators change or confuse', () => {
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => name.endsWith('Response'))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    const answers = cases.filter(([, action]) => !isRead(action) || action.downloads === undefined);
    const results = answers.map(([, , { responses }]) => resolved(responses['200'].content['application/json'].schema));
    expect(results.filter(({ type, anyOf }) => type !== 'object' || anyOf !== undefined)).toEqual([]);
    const nullable = schemasIn(document, '').filter(([, { anyOf }]) => Array.isArray(anyOf) && anyOf.length === 2);
    const isAvoidable = ({ anyOf: [one, other] }: Json) => typeof one.type === 'string' && other.type === 'null';
    expect(nullable.filter(([, schema]) => isAvoidable(schema)).map(([place]) => place)).toEqual([]);
  });

  test('has recorded examples for exactly the existing actions', () => {
    expect(recordedNames().toSorted()).toEqual(actions.map(({ name }) => name).toSorted());
  });
});

describe.each(cases)('%s', (name, action, operation) => {
  test('describes each member of its input and its response, at every depth', () => {
    expect(undescribed(action.input, 'input')).toEqual([]);
    expect(undescribed(action.output, 'output')).toEqual([]);
  });

  test('declares its path parameters and describes all parameters', () => {
    const parameters = operation.parameters.map(resolved);
    const names = parameters.map((parameter: Json) => `${parameter.in} ${parameter.name}`);
    expect(new Set(names).size).toBe(names.length);
    for (const inPath of pathParametersOf(action)) expect(names).toContain(`path ${inPath}`);
    expect(parameters.filter(({ description, schema }: Json) => !description || !schema)).toEqual([]);
    expect(names.includes('header Idempotency-Key')).toBe(!isRead(action));
    expect(names.includes('header If-Match')).toBe(action.errors.includes('version_conflict'));
  });

  test('has no schema other than those of the operation itself', () => {
    expect(JSON.stringify(operation['x-outbound'])).not.toMatch(/[sS]chema/);
  });

  test('has schemas that a strict validator accepts', () => {
    for (const [, { schema }] of mediaOf(operation)) expect(() => validatorOf(schema)).not.toThrow();
    for (const { schema } of operation.parameters.map(resolved)) expect(() => validatorOf(schema)).not.toThrow();
  });

  test('shows a request and a response that match its schemas', () => {
    const example = exampleOf(action);
    expect(example, `npm run examples -- --stale: ${name} has no example`).toBeDefined();
    expect(faultsOf(action.input, example!.input)).toEqual([]);
    const isText = typeof example!.answer === 'string';
    const headers = new Headers(
      isText ? { 'content-disposition': 'attachment', 'content-type': fileTypeOf(action) } : {},
    );
    const reply = (body: unknown, status: number) => ({ status, body, headers });
    expect(answerFaults(action, reply(example!.answer, statusesOf(action)[0]!))).toEqual([]);
    if (!isRead(action)) {
      expect(answerFaults(action, reply(example!.dryRun, 200))).toEqual([]);
      const { schema } = operation.responses['200'].content['application/json'];
      for (const real of [example!.answer, example!.dryRun]) expect(faultsOf(schema, real)).toEqual([]);
    }
    const shown = JSON.stringify(operation);
    expect(shown).toContain(JSON.stringify(example!.answer));
    for (const parameter of pathParametersOf(action))
      expect(shown).toContain(`"example":"${example!.input[parameter]}"`);
  });

  test('lists the codes of every error response, with an example of each', () => {
    const refusals = Object.entries<Json>(operation.responses)
      .filter(([status]) => status >= '400')
      .map(([status, response]) => [status, resolved(response)] as const);
    const statuses = refusals.map(([status]) => status);
    expect(statuses).toEqual(expect.arrayContaining(['401', '403', '422', '429', '500', '503']));
    for (const [, { description, content, headers }] of refusals) {
      const { examples } = content['application/json'];
      for (const code of Object.keys(examples)) expect(description).toContain(`\`${code}\``);
      expect(headers['X-Request-Id']).toBeDefined();
    }
    for (const status of ['429', '503'])
      expect(resolved(operation.responses[status]).headers['Retry-After']).toBeDefined();
  });
});

function mediaOf({ requestBody, responses }: Json): [string, Json][] {
  const bodies = [requestBody, ...Object.values<Json>(responses).map(resolved)].filter((part) => part?.content);
  return bodies.flatMap(({ content }) => Object.entries<Json>(content));
}

function fileTypeOf(action: AnyAction): string {
  return (isRead(action) && action.downloads?.types[0]) || 'text/csv';
}
