import { expect, test } from 'vitest';
import { createContact } from '../actions/contacts/create-contact.ts';
import type { AnyAction, Method } from '../actions/definition/define-action.ts';
import { inventAction } from '../testing/invented/execution.ts';
import { validateInput } from './validate-input.ts';

test('rejects U+0000 and unpaired surrogates anywhere, and names the field', () => {
  expect(() => validateInput(createContact, { email: 'ada@example.com', phones: ['1', '2'] })).not.toThrow();
  for (const [value, field] of [
    [{ firstName: 'A\u0000da' }, 'firstName'],
    [{ phones: ['a', '\u0000'] }, 'phones.1'],
    [{ customFields: { 'a\u0000': 1 } }, 'customFields'],
    [{ firstName: 'Ada \ud83d' }, 'firstName'],
    [{ phones: ['😀', '\ude00'] }, 'phones.1'],
    [{ customFields: { 'a\ud83d': 1 } }, 'customFields'],
  ] as const) {
    expect(() => validateInput(createContact, value)).toThrow(
      expect.objectContaining({ code: 'validation_failed', options: { field } }),
    );
  }
});

const schema = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    size: { type: 'integer', default: 7 },
    at: { type: 'string', format: 'date-time' },
    either: { type: ['string', 'null'], maxLength: 2 },
    declaredBasis: { type: 'string' },
  },
};

function actionOf(method: Method, input: object = schema): AnyAction {
  return { ...inventAction(), method, input };
}

function checked(input: Record<string, unknown>, action = actionOf('post'), notation?: 'text' | 'json') {
  validateInput(action, input, notation);
  return input;
}

test('converts query values, but not body values', () => {
  for (const method of ['get', 'delete'] as const)
    expect(checked({ count: '5', tags: 'a' }, actionOf(method))).toMatchObject({ count: 5, tags: ['a'] });
  for (const method of ['post', 'put', 'patch'] as const) {
    expect(() => checked({ count: '5' }, actionOf(method))).toThrow('count must be a whole number.');
    expect(() => checked({ tags: 'a' }, actionOf(method))).toThrow('tags must be a list.');
  }
});

test('converts inputs sent with a raw body from text, and an action accepts both notations', () => {
  const upload = actionOf('post');
  for (const _ of [1, 2]) {
    expect(checked({ count: '5' }, upload, 'text')).toMatchObject({ count: 5 });
    expect(() => checked({ count: '5' }, upload)).toThrow('count must be a whole number.');
  }
});

test('fills in defaults, replaces alternate spellings, and checks formats', () => {
  expect(checked({})).toEqual({ size: 7 });
  expect(checked({ declaredBasis: 'legitimate_interests' })).toMatchObject({ declaredBasis: 'legitimate_interest' });
  expect(() => checked({ at: 'tomorrow' })).toThrow('at must be a time with a time zone');
  expect(checked({ either: null, at: '2026-01-31T09:00:00Z' })).toMatchObject({ either: null });
});

test('compiles a schema once, on its first use', () => {
  let reads = 0;
  const action = actionOf('post');
  Object.defineProperty(action, 'input', {
    get() {
      reads += 1;
      return schema;
    },
  });
  for (const _ of [1, 2, 3]) checked({}, action);
  expect(reads).toBe(1);
});

test('throws for a schema with a keyword that the validator does not know', () => {
  const misspelt = { type: 'object', properties: { name: { type: 'string', maxLenght: 3 } } };
  expect(() => checked({}, actionOf('post', misspelt))).toThrow('unknown keyword: "maxLenght"');
  const elsewhere = { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] };
  expect(() => checked({ a: 1 }, actionOf('post', elsewhere))).not.toThrow();
});

function nested(depth: number): Record<string, unknown> {
  return depth === 0 ? {} : { deep: nested(depth - 1) };
}

test('accepts inputs nested up to 32 levels', () => {
  expect(() => checked({ top: nested(31) })).not.toThrow();
  expect(() => checked({ top: nested(32) })).toThrow(
    expect.objectContaining({ message: 'top is nested more than 32 levels deep.', options: { field: 'top' } }),
  );
});
