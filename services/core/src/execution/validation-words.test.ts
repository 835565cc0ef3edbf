import { expect, test } from 'vitest';
import { AppError } from '../errors/errors.ts';
import { clockPattern } from '../schema/schema.ts';
import { inventAction } from '../testing/invented/execution.ts';
import { validateInput } from './validate-input.ts';

/** Validation error for a body. Null if the body is valid. */
function refusal(input: object, body: Record<string, unknown>): AppError | null {
  try {
    validateInput({ ...inventAction(), input }, body);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function saying(field: object, value: unknown): string | undefined {
  return refusal({ type: 'object', properties: { it: field } }, { it: value })?.message;
}

const closed = { type: 'object', properties: { a: {}, b: {} }, additionalProperties: false };
function inner(schema: object) {
  return { type: 'object', properties: { inner: schema } };
}

test('names an unknown field with its path and the existing fields', () => {
  const top = refusal(closed, { a: 1, c: 2 })!;
  expect(top).toMatchObject({ code: 'validation_failed', message: 'Unknown field "c"; allowed: a, b.' });
  expect(top.options).toMatchObject({ field: 'c', allowedValues: ['a', 'b'] });
  expect(refusal(inner(closed), { inner: { c: 2 } })?.options.field).toBe('inner.c');
  const none = refusal({ type: 'object', additionalProperties: false }, { c: 2 });
  expect(none?.message).toBe('Unknown field "c"; allowed: none.');
  const unevaluated = { ...closed, additionalProperties: undefined, unevaluatedProperties: false };
  expect(refusal(JSON.parse(JSON.stringify(unevaluated)), { c: 2 })?.message).toContain('Unknown field "c"');
});

test('names a missing field with its path', () => {
  const needs = { type: 'object', properties: { a: {} }, required: ['a'] };
  expect(refusal(needs, {})).toMatchObject({ message: 'a is required.', options: { field: 'a' } });
  expect(refusal(inner(needs), { inner: {} })?.message).toBe('inner.a is required.');
  expect(refusal(needs, { a: null })).toBeNull();
});

test('quotes an unknown value, shortened, with the allowed values', () => {
  const error = refusal({ type: 'object', properties: { it: { enum: ['x', 'y'] } } }, { it: 'z' });
  expect(error?.message).toBe('Unknown it "z"; allowed: x, y.');
  expect(error?.options).toMatchObject({ field: 'it', allowedValues: ['x', 'y'] });
  expect(saying({ enum: ['x'] }, 'z'.repeat(500))).toBe(`Unknown it "${'z'.repeat(99)}; allowed: x.`);
});

test.each([
  [{ type: 'string', minLength: 1 }, '', 'must not be empty'],
  [{ type: 'string', minLength: 2 }, 'a', 'must have at least 2 characters'],
  [{ type: 'string', maxLength: 1 }, 'ab', 'must have at most 1 character'],
  [{ type: 'array', minItems: 1 }, [], 'must have at least 1 entry'],
  [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'must have at most 2 entries'],
  [{ type: 'array', uniqueItems: true }, [1, 1], 'must not contain the same entry twice'],
  [{ type: 'object', minProperties: 1 }, {}, 'must have at least 1 member'],
  [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 member'],
  [{ type: 'number', minimum: 3 }, 2, 'must be at least 3'],
  [{ type: 'number', maximum: 3 }, 4, 'must be at most 3'],
  [{ type: 'number', exclusiveMinimum: 3 }, 3, 'must be more than 3'],
  [{ type: 'number', exclusiveMaximum: 3 }, 3, 'must be less than 3'],
  [{ type: 'number', multipleOf: 5 }, 4, 'must be a multiple of 5'],
  [{ const: 'yes' }, 'no', 'must be "yes"'],
  [{ type: ['string', 'integer'] }, true, 'must be text or a whole number'],
  [{ type: 'boolean' }, 'true', 'must be true or false'],
  [{ type: 'null' }, 1, 'must be null'],
  [{ type: 'string', format: 'date' }, 'soon', 'must be a date, such as 2026-01-31'],
  [{ type: 'string', format: 'uuid' }, 'one', 'must be uuid'],
  [{ type: 'string', pattern: '^a+$' }, 'b', 'must have the form ^a+$'],
  [{ type: 'string', pattern: clockPattern }, '9:00', 'must be a time of day, HH:MM, such as 09:00'],
  [
    { type: 'string', pattern: '^con_[0-9A-HJKMNP-TV-Z]{26}$' },
    'con_1',
    'must be an ID as the API returns it: con_ and 26 letters and digits',
  ],
  [{ not: { type: 'string' } }, 'a', 'must NOT be valid'],
])('for the schema %j, tells the caller what to send instead of %j', (schema, value, said) => {
  expect(saying(schema, value)).toBe(`it ${said}.`);
});

test('omits the branch for null if another branch says more', () => {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
  const error = refusal(inner(orNull({ type: 'string', maxLength: 2 })), { inner: 'long' });
  expect(error?.options.details).toEqual([{ field: 'inner', message: 'inner must have at most 2 characters.' }]);
  const conditional = { if: { type: 'string' }, then: { maxLength: 2 } };
  expect(refusal(inner(conditional), { inner: 'long' })?.options.details).toHaveLength(1);
  const onlyNull = refusal(inner({ anyOf: [{ type: 'null' }] }), { inner: 'long' });
  expect(onlyNull?.options.details?.map(({ message }) => message)).toEqual([
    'inner must be null.',
    'inner must match a schema in anyOf.',
  ]);
  expect(refusal({ type: 'object', minProperties: 1 }, {})?.message).toBe('The input must have at least 1 member.');
});

test('lists all errors, up to twenty, and the number of further ones', () => {
  const numbers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 'text']));
  const schema = { type: 'object', additionalProperties: { type: 'integer' } };
  const [one, two, many] = [1, 2, 21].map((count) => refusal(schema, numbers(count))!);
  expect(one!.message).toBe('n0 must be a whole number.');
  expect(two!.message).toBe('n0 must be a whole number. (and 1 more)');
  expect(two!.options.details?.map(({ field }) => field)).toEqual(['n0', 'n1']);
  expect(many!.options.details).toHaveLength(20);
  const mixed = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string', minLength: 2 } } };
  expect(refusal(mixed, { a: 1, b: 'b' })?.options.details).toHaveLength(2);
});
