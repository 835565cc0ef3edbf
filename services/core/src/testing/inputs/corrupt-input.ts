import fc from 'fast-check';
import { type AnyAction, pathParametersOf } from '../../actions/definition/define-action.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schemas of all shapes are read here.
type Schema = any;
type Input = Record<string, unknown>;

function without(input: Input, name: string): Input {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
}

/** Text that a query parameter's schema rejects. Undefined if it accepts any text. */
function wrongText({ type, enum: values, maximum, pattern, format }: Schema): unknown {
  if (values !== undefined) return 'no-such-value';
  if (type === 'integer' || type === 'number') return maximum === undefined ? 'many' : maximum + 1;
  if (type === 'boolean') return 'perhaps';
  if (pattern !== undefined || format !== undefined) return '~~';
  return undefined;
}

function wrongJson({ type, maxLength, maxItems }: Schema): unknown[] {
  if (type === 'string') return [{}, 42, ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)])];
  if (type === 'array')
    return ['text', 42, ...(maxItems === undefined ? [] : [Array(Math.min(maxItems, 5_000) + 1).fill({})])];
  if (type === 'object') return ['text', [], { surely_unknown: { deep: 1 } }];
  return ['text', {}, []];
}

/** Input with one error: an unknown member, a missing member, or a value that violates the schema. */
export function corrupted(action: AnyAction, input: Input): fc.Arbitrary<Input> {
  const { properties, required = [] } = action.input as Schema;
  const inPath = pathParametersOf(action);
  const isText = action.method === 'get' || action.method === 'delete' || action.uploads !== undefined;
  const variants: Input[] = [{ ...input, surelyUnknown: 'x' }];
  for (const [name, schema] of Object.entries<Schema>(properties)) {
    if (inPath.includes(name)) {
      if (schema.pattern !== undefined) variants.push({ ...input, [name]: 'not-an-id' });
      continue;
    }
    if (required.includes(name)) variants.push(without(input, name));
    const wrong = isText ? [wrongText(schema)].filter((value) => value !== undefined) : wrongJson(schema);
    variants.push(...wrong.map((value) => ({ ...input, [name]: value })));
  }
  return fc.constantFrom(...variants);
}
