import fc from 'fast-check';
import { newId } from '../../domain/values/ids.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schemas of all shapes are read here.
type Schema = any;

const textMax = 30;

/** Generates values for the JSON Schema subset that inputs use. IDs are the given ones or unknown. */
export function arbitraryOf(schema: Schema, ids: readonly string[] = []): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch: Schema) => arbitraryOf(branch, ids)));
  switch (schema.type) {
    case 'object':
      return objects(schema, ids);
    case 'array':
      return arrays(schema, ids);
    case 'string':
      return strings(schema, ids);
    case 'integer':
      return fc.integer(boundsOf(schema));
    case 'number':
      return fc.integer(boundsOf(schema));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean());
  }
}

function boundsOf({ minimum, maximum, exclusiveMinimum }: Schema) {
  const min = Math.ceil(minimum ?? (exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : -1_000));
  return { min, max: Math.floor(maximum ?? Math.max(min, 1_000_000)) };
}

function arrays({ items, minItems = 0, maxItems = 3, uniqueItems }: Schema, ids: readonly string[]) {
  const limits = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, 3)) };
  const item = arbitraryOf(items ?? {}, ids);
  if (!uniqueItems) return fc.array(item, limits);
  return fc.uniqueArray(item, { ...limits, selector: (value) => JSON.stringify(value) });
}

function objects(
  { properties = {}, required = [], additionalProperties, patternProperties }: Schema,
  ids: readonly string[],
) {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema as Schema, ids)]),
  );
  const known = fc.record(model, { requiredKeys: required });
  const further =
    patternProperties !== undefined
      ? Object.values(patternProperties)[0]
      : typeof additionalProperties === 'object'
        ? additionalProperties
        : null;
  if (further === null || Object.keys(properties).length > 0) return known;
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), arbitraryOf(further, ids), { maxKeys: 3 });
}

const moments = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

const formats: Record<string, fc.Arbitrary<string>> = {
  'date-time': moments,
  date: moments.map((moment) => moment.slice(0, 10)),
  email: fc.stringMatching(/^[a-z]{1,10}@[a-z]{1,10}\.example$/),
  uri: fc.stringMatching(/^https:\/\/[a-z]{1,10}\.example\/[a-z]{0,5}$/),
};

function strings({ pattern, format, minLength = 0, maxLength = textMax }: Schema, ids: readonly string[]) {
  const prefix = /^\^\(?([a-z]+)\)?_\[/.exec(pattern ?? '')?.[1];
  if (prefix !== undefined) {
    const known = ids.filter((id) => id.startsWith(`${prefix}_`));
    const unknown = fc.constant(null).map(() => newId(prefix as Parameters<typeof newId>[0]));
    return known.length === 0 ? unknown : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, unknown);
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
  const formatted = formats[format ?? ''];
  if (formatted !== undefined) return formatted;
  const limits = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, textMax)) };
  return fc.oneof(fc.string({ unit: 'grapheme-ascii', ...limits }), fc.string({ unit: 'binary', ...limits }));
}
