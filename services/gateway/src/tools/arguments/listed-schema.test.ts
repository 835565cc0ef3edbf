import { expect, test } from 'vitest';
import { loadContract } from '../../core-client/contract.ts';
import { readOnlyAnnotations, type ToolDefinition } from '../tool.ts';
import { listedDefinition } from './listed-schema.ts';

function definitionOf(inputSchema: Record<string, unknown>): ToolDefinition {
  const annotations = { title: 'Tool', ...readOnlyAnnotations };
  return { name: 'tool', title: 'Tool', description: 'A tool.', inputSchema, annotations };
}

test('lists free-form members as keys and values, without boolean additionalProperties', () => {
  const value = { anyOf: [{ type: 'string' }, { type: 'object', properties: {}, additionalProperties: false }] };
  const strict = {
    type: 'object',
    properties: {
      additionalProperties: { type: 'boolean', default: false },
      customFields: { type: 'object', patternProperties: { '^[a-z]+$': value }, additionalProperties: false },
      list: { type: 'array', items: { type: 'object', additionalProperties: true } },
    },
    required: ['list'],
    additionalProperties: false,
  };
  const definition = definitionOf(strict);
  expect(listedDefinition(definition).inputSchema).toEqual({
    type: 'object',
    properties: {
      additionalProperties: { type: 'boolean', default: false },
      customFields: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            key: { type: 'string', description: 'Its name.' },
            value: { anyOf: [{ type: 'string' }, { type: 'object', properties: {} }] },
          },
          required: ['key', 'value'],
        },
      },
      list: { type: 'array', items: { type: 'object' } },
    },
    required: ['list'],
  });
  expect(definition.inputSchema).toBe(strict);
  expect(listedDefinition(definition)).toBe(listedDefinition(definition));
});

test('lists no action with a keyword that converters reject', () => {
  const schemas = loadContract().actions.map(
    ({ inputSchema }) => listedDefinition(definitionOf(inputSchema)).inputSchema,
  );
  const text = JSON.stringify(schemas);
  expect(text).not.toMatch(/"additionalProperties":(true|false)|"patternProperties"/);
  expect(text).not.toContain('"additionalProperties":{');
});
