import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eachWithin, within } from './within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function* itemsEvery(ms: number, count: number) {
  for (let item = 1; item <= count; item += 1) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    yield item;
  }
}

async function allOf(items: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('a step that does not end fails after four times its idle timeout', async () => {
  const failed = expect(within(1_000, new Promise(() => undefined))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await vi.advanceTimersByTimeAsync(4_000);
  await failed;
});

test('all items together can take longer than the limit of each one', async () => {
  const all = allOf(eachWithin(1_000, itemsEvery(900, 5)));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await all).toEqual([1, 2, 3, 4, 5]);
});

test('an item that never arrives fails, whatever came before', async () => {
  const failed = expect(allOf(eachWithin(1_000, itemsEvery(1_100, 2)))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await vi.advanceTimersByTimeAsync(1_000);
  await failed;
});
