import { isNullable, type Schema, withoutNull } from '../forms/schema-kind.ts';

/** A member of an input or a response, as a row of a table. */
export interface SchemaRow {
  /** Path of the member: "steps[].subject". */
  name: string;
  type: string;
  isRequired: boolean;
  text: string;
}

const depthMax = 4;

/** All members of an object, each followed by those inside it. */
export function schemaRows(schema: Schema, at = '', depth = 0): SchemaRow[] {
  const required: string[] = schema.required ?? [];
  return Object.entries<Schema>(schema.properties ?? {}).flatMap(([key, value]) => {
    const inner = withoutNull(value);
    const name = `${at}${key}`;
    const text = value.description ?? inner.description ?? '';
    const row = { name, type: typeOf(value), isRequired: required.includes(key), text };
    return [row, ...insideOf(inner, name, depth + 1)];
  });
}

/** Members of a response's payload: of the record, or of each record of a list. */
export function insideOf(schema: Schema, name: string, depth = 0): SchemaRow[] {
  if (depth > depthMax) return [];
  if (schema.type === 'array') return insideOf(withoutNull(schema.items), name && `${name}[]`, depth);
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one: Schema) => insideOf(one, name, depth));
  return schemaRows(schema, name && `${name}.`, depth);
}

function typeOf(schema: Schema): string {
  return isNullable(schema) ? `${nameOfType(withoutNull(schema))}, or null` : nameOfType(schema);
}

function nameOfType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one: unknown) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(nameOfType))].join(' | ');
  if (schema.type === 'array') return `array of ${nameOfType(withoutNull(schema.items))}`;
  return `${schema.format ?? schema.type ?? 'any'}${bounds(schema)}`;
}

function bounds({ minimum, maximum, maxLength }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  return maxLength === undefined ? '' : `, up to ${maxLength} characters`;
}
