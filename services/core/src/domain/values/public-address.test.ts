import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  ['https://outbound.acme.example', true],
  ['https://outbound.acme.example:8443', true],
  ['http://outbound.acme.example', false],
  ['http://127.0.0.1:4700', false],
  ['https://127.0.0.1', false],
  ['https://localhost:4700', false],
  ['https://outbound.localhost', false],
  ['https://[::1]:4700', false],
  ['https://0.0.0.0', false],
])('%s: %s', (baseUrl, isPublic) => {
  expect(isPublicAddress(baseUrl)).toBe(isPublic);
});
