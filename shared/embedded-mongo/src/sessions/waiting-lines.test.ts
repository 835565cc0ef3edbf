import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WaitingLines } from './waiting-lines.ts';

let lines: WaitingLines;
let served: string[];

beforeEach(() => {
  vi.useFakeTimers();
  lines = new WaitingLines();
  served = [];
});

afterEach(() => vi.useRealTimers());

/** Enters and records when it was served. The result ends its turn. */
async function come(who: string, name = 'one'): Promise<() => void> {
  const leave = await lines.enter(name);
  served.push(who);
  return leave;
}

function settled() {
  return vi.advanceTimersByTimeAsync(0);
}

describe('a waiting line', () => {
  test('admits one at a time, in order of arrival', async () => {
    const [first, second, third] = [come('first'), come('second'), come('third')];
    await settled();
    expect(served).toEqual(['first']);
    (await first)();
    await settled();
    expect(served).toEqual(['first', 'second']);
    (await second)();
    await third;
    expect(served).toEqual(['first', 'second', 'third']);
  });

  test('is independent of other lines', async () => {
    await come('first');
    await come('other', 'two');
    expect(served).toEqual(['first', 'other']);
  });

  test('stops waiting for a slow holder after a second', async () => {
    await come('slow');
    const waiting = come('waiting');
    await vi.advanceTimersByTimeAsync(999);
    expect(served).toEqual(['slow']);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(served).toEqual(['slow', 'waiting']);
  });

  test('is removed after the last one has left', async () => {
    const leaves = [await come('first')];
    const second = come('second');
    leaves[0]!();
    (await second)();
    await settled();
    await come('third');
    expect(served).toEqual(['first', 'second', 'third']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
