import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

test('opens after five failures in a row, lets one call try after the pause, and closes on success', () => {
  let now = 0;
  const breaker = new CircuitBreaker(() => now);
  for (let failure = 0; failure < 4; failure += 1) breaker.failed();
  expect(breaker.tryPass()).toBe(true);
  breaker.failed();
  expect(breaker.tryPass()).toBe(false);
  now += 2_001;
  expect(breaker.tryPass()).toBe(true);
  expect(breaker.tryPass()).toBe(false);
  breaker.succeeded();
  expect([breaker.tryPass(), breaker.tryPass()]).toEqual([true, true]);
});
