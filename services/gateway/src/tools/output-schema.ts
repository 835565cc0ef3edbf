import type { JsonSchema } from '../core-client/contract.ts';

const DEPTH_MAX = 2;

/**
 * The schema of a read's structured result. Only shapes are promised, and only near the root: clients drop an answer
 * that breaks its schema, foreign text moves into `untrustedText`, and long answers are cut.
 */
export function readOutputSchema(data: JsonSchema): JsonSchema {
  const page = { type: 'object', properties: { nextCursor: { type: ['string', 'null'] } } };
  const properties = { summary: { type: 'string' }, data: shapeOf(data, 0), page };
  return { type: 'object', properties, required: ['summary', 'data'] };
}

function shapeOf({ type, items, properties }: JsonSchema, depth: number): JsonSchema {
  const shape: JsonSchema = type === undefined ? {} : { type };
  // Some clients refuse the whole list for one array without items.
  if (type === 'array' || (Array.isArray(type) && type.includes('array'))) shape.items = {};
  if (depth >= DEPTH_MAX) return shape;
  if (isSchema(items)) shape.items = shapeOf(items, depth + 1);
  if (isSchema(properties)) {
    const inner = Object.entries(properties).map(([name, value]) => [name, shapeOf(value as JsonSchema, depth + 1)]);
    shape.properties = Object.fromEntries(inner);
  }
  return shape;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

/** What every tool that prepares answers. */
export const PREVIEW_OUTPUT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    confirmationId: { type: 'string' },
    expiresAt: { type: 'string' },
    summary: { type: 'string' },
    next: { type: 'string' },
  },
  required: ['status', 'confirmationId', 'summary', 'next'],
};
