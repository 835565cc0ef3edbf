type Json = Record<string, unknown>;

/** Renders a 3.1 document as OpenAPI 3.0.3, for generators that read no newer one. Webhooks are in the 3.1 document. */
export function asOpenApi30({ webhooks: _only31, info, ...document }: Json): Json {
  const { summary: _alsoOnly31, license, ...about } = info as Json;
  const { identifier: _spdx, ...licensed } = license as Json;
  const older = convert(document) as Json;
  return { ...older, openapi: '3.0.3', info: { ...about, license: licensed } };
}

/** Converts the schemas in a part of the document. Examples stay as they are. */
function convert(part: unknown, key = ''): unknown {
  if (key === 'example' || key === 'value' || key.startsWith('x-')) return part;
  if (key === 'schema') return convertSchema(part as Json);
  if (key === 'schemas') return converted(part as Record<string, Json>);
  if (Array.isArray(part)) return part.map((one) => convert(one));
  if (part === null || typeof part !== 'object') return part;
  if ((part as Json).style === 'deepObject') return flattened(part as Json);
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, convert(inner, name)]));
}

/** An object in the query, which few generators can write, as JSON text. */
function flattened({ style: _deep, explode: _all, schema: _object, description, ...parameter }: Json): Json {
  return { ...parameter, description: `${String(description)} As JSON.`, schema: { type: 'string' } };
}

function converted(schemas: Record<string, Json>): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, convertSchema(schema)]));
}

function convertSchema(schema: Json): Json {
  // Without uniqueItems: generators make sets of such lists, for which their code for Java does not compile.
  const { $ref, description, type, anyOf, const: only, examples, uniqueItems: _noSets, ...others } = schema;
  // Beside a reference, 3.0 ignores everything.
  if ($ref !== undefined) return description === undefined ? { $ref } : { allOf: [{ $ref }], description };
  const { properties, items, not, patternProperties, additionalProperties, ...rest } = others;
  const map = patternProperties === undefined ? additionalProperties : Object.values(patternProperties as Json)[0];
  const [example] = Array.isArray(examples) ? examples : [];
  return {
    ...rest,
    ...(only !== undefined && { enum: [only] }),
    ...typeOf(type),
    ...(Array.isArray(anyOf) && withoutNull(anyOf as Json[])),
    ...(description !== undefined && { description }),
    ...(properties !== undefined && { properties: converted(properties as Record<string, Json>) }),
    ...(items !== undefined && { items: convertSchema(items as Json) }),
    ...(not !== undefined && { not: convertSchema(not as Json) }),
    ...(map !== undefined && { additionalProperties: typeof map === 'object' ? convertSchema(map as Json) : map }),
    ...(example !== undefined && { example }),
  };
}

/** Null becomes a flag. Several types become any value: generators that need 3.0 make invalid code of alternatives. */
function typeOf(type: unknown): Json {
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const others = type.filter((one) => one !== 'null');
  const nullable = others.length < type.length ? { nullable: true } : {};
  return others.length === 1 ? { type: others[0], ...nullable } : {};
}

/** Without the branch for null, and without `anyOf` if one branch is left. */
function withoutNull(branches: Json[]): Json {
  const others = branches.filter(({ type }) => type !== 'null').map(convertSchema);
  const nullable = others.length < branches.length ? { nullable: true } : {};
  const [value] = others;
  if (others.length > 1 || value === undefined) return { anyOf: others, ...nullable };
  return value.$ref === undefined ? { ...value, ...nullable } : { allOf: [value], ...nullable };
}
