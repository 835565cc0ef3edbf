import { expect, test } from 'vitest';
import { loadContract } from '../core-client/contract.ts';
import { canonicalInput } from './canonical-input.ts';

const { aliases } = loadContract().actions[0]!;

test('accepts the same alternative spellings as REST in lists, filters, and items, and keeps custom fields', () => {
  const input = {
    emailStatus: 'verified',
    filter: { emailStatuses: ['accept_all', 'valid'] },
    contacts: [{ declaredBasis: 'legitimate_interests', customFields: { emailStatus: 'verified' } }],
    email: 'verified',
  };
  expect(canonicalInput(input, aliases)).toEqual({
    emailStatus: 'valid',
    filter: { emailStatuses: ['catch_all', 'valid'] },
    contacts: [{ declaredBasis: 'legitimate_interest', customFields: { emailStatus: 'verified' } }],
    email: 'verified',
  });
});

test('keeps values without an alias, including names of built-in object members', () => {
  const input = { emailStatus: 'constructor', constructor: { emailStatus: null }, declaredBasis: 7 };
  expect(canonicalInput(input, aliases)).toEqual(input);
});
