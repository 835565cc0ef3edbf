import { canonicalJson } from '../domain/values/canonical-json.ts';
import { componentPlace } from '../schema/schema.ts';

type Json = Record<string, unknown>;

interface Component {
  part: Json;
  identity: string;
}

/**
 * Moves every part named by `Named` or `NamedResponse` to its location under `components`, and replaces it with a
 * `$ref`. A copy with another description keeps that next to the reference. Throws if two different parts have one
 * name.
 */
export function withReferences(document: Json): Json {
  const found = new Map<string, Component>();
  const refer = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(refer);
    if (part === null || typeof part !== 'object') return part;
    const copy = Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, refer(inner)]));
    const place = (part as { [componentPlace]?: string })[componentPlace];
    const short = withTypes(copy);
    return place === undefined ? short : referenceTo(place, short, found);
  };
  const referring = refer(document) as Json & { components: Record<string, Json> };
  for (const [place, { part }] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [section, name] = place.split('/') as [string, string];
    referring.components[section] = { ...referring.components[section], [name]: part };
  }
  return referring;
}

function referenceTo(place: string, part: Json, found: Map<string, Component>): Json {
  const { description, ...rest } = part;
  const identity = canonicalJson(rest);
  const known = found.get(place);
  if (known === undefined) found.set(place, { part, identity });
  else if (known.identity !== identity) throw new Error(`Two different parts of the document are named ${place}.`);
  const isSame = known === undefined || known.part.description === description;
  return { $ref: `#/components/${place}`, ...(isSame ? {} : { description }) };
}

/**
 * `anyOf` of types as `type: [x, y, null]`, which generators of clients understand. Keywords concern one type each, so
 * they go together, unless two branches have one type or list values. A `$ref` has no type to extend.
 */
function withTypes(schema: Json): Json {
  const { anyOf, ...beside } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf as Json[];
  // Nested alternatives have their types by now.
  const types = branches.flatMap(({ type }) => type);
  const isPlain = types.every((type) => typeof type === 'string') && new Set(types).size === types.length;
  const valued = branches.filter((branch) => branch.enum !== undefined || branch.const !== undefined);
  const isNullable = types.length === 2 && types[1] === 'null';
  if (!isPlain || (valued.length > 0 && !isNullable)) return schema;
  const { type: _types, enum: choices, const: only, ...rest } = Object.assign({}, ...branches) as Json;
  const values = only === undefined ? choices : [only];
  return { ...rest, ...beside, type: types, ...(Array.isArray(values) && { enum: [...values, null] }) };
}
