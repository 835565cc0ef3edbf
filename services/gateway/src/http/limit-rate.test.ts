import { expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { limitRate } from './limit-rate.ts';

function limiter() {
  const clock = { now: 1_000_000 };
  const handler = limitRate({ perPeriod: 10, periodMs: 60_000, keyOf: (req) => String(req), now: () => clock.now });
  const isAllowed = (key: string) => {
    try {
      handler(key as never, {} as never, () => {});
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError);
      return (error as GatewayError).headers['Retry-After'];
    }
  };
  return { clock, isAllowed };
}

it('allows a burst of a whole period, then says when to come back', () => {
  const { clock, isAllowed } = limiter();
  for (let request = 0; request < 10; request += 1) expect(isAllowed('a')).toBe(true);
  expect(isAllowed('a')).toBe('6');
  clock.now += 6_000;
  expect(isAllowed('a')).toBe(true);
  expect(isAllowed('a')).toBe('6');
});

it('counts each caller alone', () => {
  const { isAllowed } = limiter();
  for (let request = 0; request < 11; request += 1) isAllowed('a');
  expect(isAllowed('b')).toBe(true);
});
