import schema from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' };
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { actions } from '../actions/index.ts';
import { eventPayloads } from '../domain/events/event-payloads.ts';
import { asAsyncApi } from './asyncapi.ts';
import { openApiDocument } from './openapi.ts';
import { asOpenApi30 } from './openapi-3-0.ts';

// biome-ignore lint/suspicious/noExplicitAny: the documents are read as plain JSON.
type Json = any;

const document: Json = JSON.parse(JSON.stringify(openApiDocument(actions, 'https://outbound.example')));

/** Nested parts, each with its location. */
function partsIn(part: Json, place = ''): [string, Json][] {
  if (part === null || typeof part !== 'object') return [];
  return [[place, part], ...Object.entries(part).flatMap(([name, inner]) => partsIn(inner, `${place}/${name}`))];
}

test('the 3.0 rendering is valid and has every operation', async () => {
  const older: Json = asOpenApi30(document);
  const result = await new Validator().validate(structuredClone(older));
  expect(result.valid ? [] : result.errors).toEqual([]);
  const idsIn = ({ paths }: Json) =>
    Object.values<Json>(paths).flatMap((path) => Object.values<Json>(path).map(({ operationId }) => operationId));
  expect(idsIn(older)).toEqual(idsIn(document));
  const schemas = partsIn(older.components.schemas).filter(([place]) => !place.endsWith('/example'));
  const newer = schemas.filter(
    ([, part]) => Array.isArray(part.type) || part.type === 'null' || 'patternProperties' in part,
  );
  expect(newer.map(([place]) => place)).toEqual([]);
});

test('the 3.0 rendering keeps null, fixed values, and descriptions beside a reference', () => {
  const convert = (schema: Json) =>
    (asOpenApi30({ info: { license: {} }, components: { schemas: { It: schema } } }) as Json).components.schemas.It;
  expect(convert({ type: ['string', 'null'], enum: ['a', null] })).toEqual({
    type: 'string',
    nullable: true,
    enum: ['a', null],
  });
  expect(convert({ anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }], description: 'It.' })).toEqual({
    allOf: [{ $ref: '#/components/schemas/A' }],
    nullable: true,
    description: 'It.',
  });
  expect(convert({ type: 'boolean', const: true })).toEqual({ type: 'boolean', enum: [true] });
  expect(convert({ $ref: '#/components/schemas/A', description: 'It.' })).toEqual({
    allOf: [{ $ref: '#/components/schemas/A' }],
    description: 'It.',
  });
  expect(convert({ type: 'object', patternProperties: { '^a': { type: 'string' } } })).toEqual({
    type: 'object',
    additionalProperties: { type: 'string' },
  });
  const query = { name: 'where', in: 'query', style: 'deepObject', explode: true, description: 'Conditions.' };
  const parameters = [{ ...query, schema: { type: 'object' } }];
  expect((asOpenApi30({ info: { license: {} }, paths: { parameters } }) as Json).paths.parameters).toEqual([
    { name: 'where', in: 'query', description: 'Conditions. As JSON.', schema: { type: 'string' } },
  ]);
  // A member can be called like a keyword.
  const members = { type: 'object', properties: { type: { type: 'string' }, const: { type: ['integer', 'null'] } } };
  expect(convert(members).properties).toEqual({ type: { type: 'string' }, const: { type: 'integer', nullable: true } });
});

test('the AsyncAPI rendering is valid, and has every event and the form of a batch', () => {
  const rendered: Json = asAsyncApi(document);
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, meta: false, validateSchema: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  expect(validate(rendered) ? [] : validate.errors!.slice(0, 5)).toEqual([]);
  const { messages, schemas } = rendered.components;
  expect(Object.values<Json>(messages).flatMap(({ name }) => name ?? [])).toEqual(Object.keys(eventPayloads));
  expect(Object.keys(rendered.channels.webhook.messages)).toEqual(Object.keys(messages));
  expect(schemas.EventBatch.properties.events.items.anyOf).toHaveLength(Object.keys(eventPayloads).length);
  const references = partsIn(rendered).flatMap(([, { $ref }]) => (typeof $ref === 'string' ? $ref : []));
  const at = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce((part, name) => part?.[name], rendered);
  expect(references.filter((reference) => at(reference) === undefined)).toEqual([]);
});
