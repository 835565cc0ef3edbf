import type { JsonSchema } from '../../core-client/contract.ts';
import { namedPrefixOf } from '../names/names-in.ts';
import type { ToolDefinition } from '../tool.ts';

const listed = new WeakMap<ToolDefinition, ToolDefinition>();

/**
 * A definition as clients get it; arguments are checked by the strict schema, and both forms are accepted. Google's
 * converter fails on every boolean `additionalProperties`. Converters that drop `patternProperties` leave an object
 * without members, which some models reject, so an object with free names is listed as a list of keys and values.
 */
export function listedDefinition(definition: ToolDefinition): ToolDefinition {
  const known = listed.get(definition);
  if (known !== undefined) return known;
  const made = { ...definition, inputSchema: looser(definition.inputSchema) };
  listed.set(definition, made);
  return made;
}

/** Values of these keywords are data, not schemas. */
const dataWords = new Set(['enum', 'const', 'default', 'examples', 'required']);

function looser(schema: JsonSchema): JsonSchema {
  const { patternProperties, additionalProperties, ...rest } = namable(schema);
  const [inPattern] = Object.values((patternProperties ?? {}) as Record<string, JsonSchema>);
  const further = inPattern ?? additionalProperties;
  if (isSchema(further) && Object.keys((rest.properties ?? {}) as object).length === 0) return pairs(rest, further);
  const all = { ...rest, ...(isSchema(further) && { additionalProperties: further }) };
  return Object.fromEntries(Object.entries(all).map(([word, value]) => [word, looserPart(word, value)]));
}

/** Names are accepted, too, so the pattern of the ID is not listed. */
function namable(schema: JsonSchema): JsonSchema {
  if (namedPrefixOf(schema) === undefined) return schema;
  const { pattern: _pattern, description, ...rest } = schema;
  return { ...rest, description: `${description ?? ''} ID or name.`.trim() };
}

function pairs({ description, minProperties, maxProperties }: JsonSchema, value: JsonSchema): JsonSchema {
  const properties = { key: { type: 'string', description: 'Its name.' }, value: looser(value) };
  return {
    type: 'array',
    ...(description !== undefined && { description }),
    ...(minProperties !== undefined && { minItems: minProperties }),
    ...(maxProperties !== undefined && { maxItems: maxProperties }),
    items: { type: 'object', properties, required: ['key', 'value'] },
  };
}

function looserPart(word: string, value: unknown): unknown {
  if (dataWords.has(word)) return value;
  if (Array.isArray(value)) return value.map((each) => (isSchema(each) ? looser(each) : each));
  if (!isSchema(value)) return value;
  if (word !== 'properties') return looser(value);
  const members = Object.entries(value) as [string, JsonSchema][];
  return Object.fromEntries(members.map(([name, member]) => [name, looser(member)]));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
