import { expect, test } from 'vitest';
import { causeOfFailure } from './cause-of-failure.ts';

const info = '{"level":30,"msg":"listening"}';

test.each([
  ['', undefined],
  [`${info}\ncore: SECRET_KEY is not set.\n`, 'core: SECRET_KEY is not set.'],
  [
    `${info}\n{"level":60,"msg":"The configuration is not valid: CORE_URL is missing"}\n`,
    'The configuration is not valid: CORE_URL is missing',
  ],
  [
    `{"level":60,"err":{"message":"connect ECONNREFUSED 127.0.0.1:1","stack":"…"},"msg":"the gateway could not start"}\n`,
    'the gateway could not start: connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    `${info}\nfile:///x.ts:3\n  throw new Error('poison');\n        ^\n\nError: poison\n    at x.ts:3\n\nNode.js v24.21.0\n`,
    'Error: poison',
  ],
  [`{"level":50,"err":{"message":"no route"},"msg":"failed"}\n${info}\n`, 'failed: no route'],
  [
    `embedded-mongo: the data folder is in use by another process\n`,
    'embedded-mongo: the data folder is in use by another process',
  ],
])('finds the line with the reason: %j', (output, cause) => {
  expect(causeOfFailure(output)).toBe(cause);
});

test('keeps the last words of a long reason, and cuts an endless one', () => {
  const long = `core: ${'SECRET_KEY is not the key of this store. '.repeat(12)}Run "outbound keys reset"`;
  expect(causeOfFailure(`${long}\n`)).toBe(long);
  expect(causeOfFailure(`core: ${'x'.repeat(10_000)}\n`)).toHaveLength(600);
});
