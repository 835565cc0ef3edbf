import { expect, test } from 'vitest';
import { createContact } from '../actions/contacts/create-contact.ts';
import type { AnyAction, Method } from '../actions/definition/define-action.ts';
import { inventAction } from '../testing/invented/execution.ts';
import { validateInput } from './validate-input.ts';

test('refuses U+0000 wherever it stands and names the field', () => {
  expect(() => validateInput(createContact, { email: 'ada@example.com', phones: ['1', '2'] })).not.toThrow();
  for (const [value, field] of [
    [{ firstName: 'A\u0000da' }, 'firstName'],
    [{ phones: ['a', '\u0000'] }, 'phones.1'],
    [{ customFields: { 'a\u0000': 1 } }, 'customFields'],
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

test('values of a query are converted, those of a body are not', () => {
  for (const method of ['get', 'delete'] as const)
    expect(checked({ count: '5', tags: 'a' }, actionOf(method))).toMatchObject({ count: 5, tags: ['a'] });
  for (const method of ['post', 'put', 'patch'] as const) {
    expect(() => checked({ count: '5' }, actionOf(method))).toThrow('count must be a whole number.');
    expect(() => checked({ tags: 'a' }, actionOf(method))).toThrow('tags must be a list.');
  }
});

test('what comes with a raw body is text, and one action takes both notations', () => {
  const upload = actionOf('post');
  for (const _ of [1, 2]) {
    expect(checked({ count: '5' }, upload, 'text')).toMatchObject({ count: 5 });
    expect(() => checked({ count: '5' }, upload)).toThrow('count must be a whole number.');
  }
});

test('defaults are filled in, other spellings replaced, formats checked', () => {
  expect(checked({})).toEqual({ size: 7 });
  expect(checked({ declaredBasis: 'legitimate_interests' })).toMatchObject({ declaredBasis: 'legitimate_interest' });
  expect(() => checked({ at: 'tomorrow' })).toThrow('at must be a time with zone');
  expect(checked({ either: null, at: '2026-01-31T09:00:00Z' })).toMatchObject({ either: null });
});

test('a schema is compiled at its first use, once', () => {
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

test('a schema with a keyword that the validator does not know is a fault, not ignored', () => {
  const misspelt = { type: 'object', properties: { name: { type: 'string', maxLenght: 3 } } };
  expect(() => checked({}, actionOf('post', misspelt))).toThrow('unknown keyword: "maxLenght"');
  const elsewhere = { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] };
  expect(() => checked({ a: 1 }, actionOf('post', elsewhere))).not.toThrow();
});

function nested(depth: number): Record<string, unknown> {
  return depth === 0 ? {} : { deep: nested(depth - 1) };
}

test('32 levels are as deep as an input goes', () => {
  expect(() => checked({ top: nested(31) })).not.toThrow();
  expect(() => checked({ top: nested(32) })).toThrow(
    expect.objectContaining({ message: 'top is nested more than 32 levels deep.', options: { field: 'top' } }),
  );
});
