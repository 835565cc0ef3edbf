import { describe, expect, test } from 'vitest';
import { beginTurn, continueTurn, inTurns, Memory, operationBytesMax, spend } from './allowance.ts';

const untilLook = 10_000;
const timeExceeded = expect.objectContaining({ code: 50 });

describe('the allowance of a turn', () => {
  test('ends an operation that is out of time, and no other one later', async () => {
    beginTurn(performance.now() - 1);
    expect(() => spend(untilLook)).toThrow(timeExceeded);
    await new Promise((resolve) => setImmediate(resolve));
    expect(() => spend(untilLook)).not.toThrow();
  });

  test('is for one document at a time', () => {
    beginTurn(Number.POSITIVE_INFINITY);
    spend(200_000);
    expect(() => spend(200_000)).toThrow(timeExceeded);
    continueTurn(Number.POSITIVE_INFINITY);
    spend(200_000);
    expect(() => spend(Number.NaN)).toThrow(timeExceeded);
  });

  test('hands out what was made of a chunk in its order', () => {
    beginTurn(Number.POSITIVE_INFINITY);
    expect([...inTurns([1, 2, 3], (n) => [n, -n])].flat()).toEqual([1, -1, 2, -2, 3, -3]);
    expect([...inTurns([], () => [1])]).toEqual([[]]);
  });
});

test('the memory of an operation has a limit, and what is released counts no more', () => {
  const memory = new Memory();
  memory.keep(operationBytesMax, '$group');
  memory.release(10);
  memory.keep(10, '$group');
  expect(() => memory.keep(1, '$group')).toThrow(expect.objectContaining({ code: 146 }));
});
