import type { JsonSchema } from '../../core-client/contract.ts';
import type { ToolDefinition } from '../tool.ts';

const listed = new WeakMap<ToolDefinition, ToolDefinition>();

/**
 * A definition as clients get it; arguments are checked by the strict schema. Google's converter fails on every boolean
 * `additionalProperties`. Converters that don't know `patternProperties` leave an object without members.
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
  const { patternProperties, additionalProperties, ...rest } = schema;
  const [inPattern] = Object.values((patternProperties ?? {}) as Record<string, JsonSchema>);
  const further = inPattern ?? additionalProperties;
  const all = { ...rest, ...(isSchema(further) && { additionalProperties: further }) };
  return Object.fromEntries(Object.entries(all).map(([word, value]) => [word, looserPart(word, value)]));
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
