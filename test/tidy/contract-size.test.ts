import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Bytes of an operation, compact, with its parameters and answers; schemas that it shares with others do not count. */
const medianBytesMax = 3_500;
const largeBytesMax = 6_000;

interface Contract {
  paths: Record<string, Record<string, object>>;
}

const contract = JSON.parse(
  readFileSync(new URL('../../shared/contract/openapi.json', import.meta.url), 'utf8'),
) as Contract;

test('an operation of the contract can be read in a review, and 95 of 100 are short', () => {
  const sizes = Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => Buffer.byteLength(JSON.stringify(operation)))
    .sort((one, other) => one - other);
  const at = (share: number) => sizes[Math.floor(sizes.length * share)]!;
  expect(sizes.length).toBeGreaterThan(100);
  expect(at(0.5), 'median').toBeLessThanOrEqual(medianBytesMax);
  expect(at(0.95), '95th percentile').toBeLessThanOrEqual(largeBytesMax);
});
