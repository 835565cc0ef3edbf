import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

function read(file: string): string {
  return readFileSync(new URL(`../../shared/contract/${file}`, import.meta.url), 'utf8');
}

test('the contract can be read in a review and loaded by a generator', () => {
  const document = read('openapi.json');
  expect(Buffer.byteLength(JSON.stringify(JSON.parse(document)))).toBeLessThanOrEqual(1_000_000);
  expect(document.split('\n').length).toBeLessThanOrEqual(40_000);
  expect(read('openapi.d.ts').split('\n').length).toBeLessThanOrEqual(20_000);
});
