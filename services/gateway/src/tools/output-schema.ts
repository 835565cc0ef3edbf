import type { JsonSchema } from '../core-client/contract.ts';

const depthMax = 1;

/**
 * Schema of a read's structured result. It promises only shapes, and only near the root. Clients drop a response that
 * breaks its schema, foreign text moves into `untrustedText`, and long results are cut.
 */
export function readOutputSchema(data: JsonSchema): JsonSchema {
  const nextCursor = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  const page = { type: 'object', properties: { nextCursor } };
  const properties = { summary: { type: 'string' }, data: shapeOf(data, 0) ?? { type: 'object' }, page };
  return { type: 'object', properties, required: ['summary', 'data'] };
}

/** Undefined if the schema has no type: clients warn about a schema that accepts anything. */
function shapeOf({ type, items, properties, anyOf }: JsonSchema, depth: number): JsonSchema | undefined {
  if (Array.isArray(anyOf)) {
    const branches = anyOf.map((branch: JsonSchema) => shapeOf(branch, depth));
    return branches.every((branch) => branch !== undefined) ? { anyOf: branches } : undefined;
  }
  if (Array.isArray(type)) return { anyOf: type.map((each: string) => ({ type: each })) };
  // Some clients reject the whole list because of one array without items.
  if (type === 'array') return { type, items: (isSchema(items) && shapeOf(items, depth + 1)) || { type: 'object' } };
  if (type !== 'object' || depth >= depthMax || !isSchema(properties)) return type === undefined ? undefined : { type };
  const shapes = Object.entries(properties).flatMap(([name, value]) => {
    const shape = shapeOf(value as JsonSchema, depth + 1);
    return shape ? [[name, shape]] : [];
  });
  return { type, properties: Object.fromEntries(shapes) };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

/** The structured result of every tool that prepares: a preview, an immediate result, or the reason for a rejection. */
export const previewOutputSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    confirmationId: { type: 'string' },
    expiresAt: { type: 'string' },
    summary: { type: 'string' },
    what: { type: 'string' },
    confirmWith: { type: 'string' },
    next: { type: 'string' },
  },
  required: ['status'],
};
