import { describe, expect, test } from 'vitest';
import { beginTurn, continueTurn, inTurns, Memory, operationBytesMax, spend } from './allowance.ts';

const untilLook = 10_000;
const timeExceeded = expect.objectContaining({ code: 50 });

describe('the allowance of one turn', () => {
  test('ends an operation that ran out of time, but no later operation', async () => {
    beginTurn(performance.now() - 1);
    expect(() => spend(untilLook)).toThrow(timeExceeded);
    await new Promise((resolve) => setImmediate(resolve));
    expect(() => spend(untilLook)).not.toThrow();
  });

  test('applies to one document at a time', () => {
    beginTurn(Number.POSITIVE_INFINITY);
    spend(200_000);
    expect(() => spend(200_000)).toThrow(timeExceeded);
    continueTurn(Number.POSITIVE_INFINITY);
    spend(200_000);
    expect(() => spend(Number.NaN)).toThrow(timeExceeded);
  });

  test('returns the results of a chunk in order', () => {
    beginTurn(Number.POSITIVE_INFINITY);
    expect([...inTurns([1, 2, 3], (n) => [n, -n])].flat()).toEqual([1, -1, 2, -2, 3, -3]);
    expect([...inTurns([], () => [1])]).toEqual([[]]);
  });
});

test('limits the memory of an operation and does not count released memory', () => {
  const memory = new Memory();
  memory.keep(operationBytesMax, '$group');
  memory.release(10);
  memory.keep(10, '$group');
  expect(() => memory.keep(1, '$group')).toThrow(expect.objectContaining({ code: 146 }));
});
