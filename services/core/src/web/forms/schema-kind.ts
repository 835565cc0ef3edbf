// biome-ignore lint/suspicious/noExplicitAny: JSON Schemas of all shapes are read here.
export type Schema = any;

export type Kind =
  | 'text'
  | 'number'
  | 'yesno'
  | 'choice'
  | 'choices'
  | 'lines'
  | 'time'
  | 'date'
  | 'group'
  | 'rows'
  | 'map'
  | 'literal';

/** Control for a value of this schema. A "null" alternative does not change it. */
export function kindOf(schema: Schema): Kind {
  const inner = withoutNull(schema);
  if (inner.enum !== undefined) return 'choice';
  if (inner.type === 'boolean') return 'yesno';
  if (inner.type === 'integer' || inner.type === 'number') return 'number';
  if (inner.type === 'string') return kindOfText(inner.format);
  if (inner.type === 'array') return kindOfList(inner.items);
  if (inner.type === 'object') return inner.properties === undefined ? 'map' : 'group';
  return 'literal';
}

export function isNullable(schema: Schema): boolean {
  return schema.anyOf?.some(isNull) ?? false;
}

/** The schema without its null branch, with the description of the outer schema. */
export function withoutNull(schema: Schema): Schema {
  const rest = schema.anyOf?.filter((branch: Schema) => !isNull(branch));
  if (rest?.length !== 1) return schema;
  return { ...rest[0], ...(schema.description && { description: schema.description }) };
}

export function propertiesOf(schema: Schema): [string, Schema][] {
  return Object.entries(withoutNull(schema).properties ?? {});
}

export function requiredOf(schema: Schema): readonly string[] {
  return withoutNull(schema).required ?? [];
}

/** Joins a path: "location" and "city" → "location.city". */
export function under(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`;
}

/** Name of the form field that counts the rows of a list of parts. */
export function countPath(path: string): string {
  return `${path}.#`;
}

function isNull(branch: Schema): boolean {
  return branch.type === 'null';
}

function kindOfText(format: string | undefined): Kind {
  if (format === 'date-time') return 'time';
  return format === 'date' ? 'date' : 'text';
}

function kindOfList(items: Schema): Kind {
  if (items.enum !== undefined) return 'choices';
  return items.type === 'object' ? 'rows' : 'lines';
}
