export type JsonSchema = Record<string, unknown>;

interface Parameter {
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
}
type Content = Record<string, { schema?: JsonSchema }>;

/** Input and output parts of an OpenAPI operation. */
export interface OperationSchemas {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
}

/** Returns a function that replaces each `$ref` with its target: MCP clients do not resolve references. */
export function dereferencer(document: unknown): (part: unknown) => unknown {
  const dereference = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(dereference);
    if (part === null || typeof part !== 'object') return part;
    const { $ref, ...own } = part as JsonSchema;
    const copy = Object.fromEntries(Object.entries(own).map(([key, inner]) => [key, dereference(inner)]));
    return typeof $ref === 'string' ? { ...(dereference(at(document, $ref)) as object), ...copy } : withBranches(copy);
  };
  return dereference;
}

/** Keywords of each type of value. */
const keywords: Record<string, readonly string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'],
};

/** `type: [x, null]` as branches, the only form of alternatives that every MCP client reads. */
function withBranches(schema: JsonSchema): JsonSchema {
  const { type, description, enum: choices, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const values = Array.isArray(choices) ? { enum: choices.filter((one) => one !== null) } : {};
  const branches = type.map((one: string) =>
    one === 'null' ? { type: one } : { type: one, ...only(rest, one), ...values },
  );
  const [value, ...others] = branches;
  // The description of a value that can be null is at the value.
  if (type.length === 2 && type[1] === 'null')
    return { anyOf: [{ ...value, ...(description !== undefined && { description }) }, ...others], ...beside(rest) };
  return { ...(description !== undefined && { description }), anyOf: branches, ...beside(rest) };
}

function only(schema: JsonSchema, type: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => keywords[type]?.includes(key)));
}

/** Members that concern no type. */
function beside(schema: JsonSchema): JsonSchema {
  const known = Object.values(keywords).flat();
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !known.includes(key)));
}

function at(document: unknown, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  const found = names.reduce<unknown>((part, name) => (part as JsonSchema | undefined)?.[name], document);
  if (found === undefined) throw new Error(`The contract has nothing at ${reference}.`);
  return found;
}

/** Path, query, and body of an operation as one schema, in the form a tool takes. */
export function inputSchemaOf(operation: OperationSchemas): JsonSchema {
  const body = operation.requestBody?.content['application/json']?.schema ?? {};
  const { properties = {}, required = [], ...rest } = body as { properties?: JsonSchema; required?: string[] };
  const own = (operation.parameters ?? []).filter(
    (parameter) => parameter.in === 'path' || (parameter.in === 'query' && operation.requestBody === undefined),
  );
  const placed = own.filter(({ name }) => name !== 'dryRun');
  const names = placed.filter((parameter) => parameter.required).map(({ name }) => name!);
  return {
    type: 'object',
    additionalProperties: false,
    ...rest,
    properties: {
      ...Object.fromEntries(placed.map((parameter) => [parameter.name!, describedSchema(parameter)])),
      ...properties,
    },
    ...(names.length + required.length > 0 && { required: [...names, ...required] }),
  };
}

/** A parameter's description is next to its schema, not inside it. */
function describedSchema({ schema, description }: Parameter): JsonSchema {
  return { ...schema, ...(description !== undefined && { description }) };
}

/** Schema of `data` in the envelope of a successful response. */
export function outputSchemaOf({ responses = {} }: OperationSchemas): JsonSchema {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success?.content?.['application/json']?.schema as { properties?: { data?: JsonSchema } } | undefined;
  return schema?.properties?.data ?? {};
}
