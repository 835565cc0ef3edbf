import { expect, test } from 'vitest';
import { loadContract } from '../core-client/contract.ts';
import { canonicalInput } from './canonical-input.ts';

const { aliases } = loadContract().actions[0]!;

test('other spellings are taken as REST takes them: in lists, filters and items; custom fields stay', () => {
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

test('what is no alias stays as it is, names of every object among them', () => {
  const input = { emailStatus: 'constructor', constructor: { emailStatus: null }, declaredBasis: 7 };
  expect(canonicalInput(input, aliases)).toEqual(input);
});
