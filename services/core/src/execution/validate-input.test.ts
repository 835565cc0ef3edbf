import { expect, test } from 'vitest';
import { createContact } from '../actions/contacts/create-contact.ts';
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
