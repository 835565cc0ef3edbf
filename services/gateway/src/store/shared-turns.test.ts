import { expect, test } from 'vitest';
import { SharedTurns } from './shared-turns.ts';

/** Work that ends on the test's command. */
function works() {
  const ends: ((fail?: Error) => void)[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length + 1;
      ends.push((fail) => (fail ? reject(fail) : resolve(number)));
    });
  return { ends, work };
}

test('callers that arrive during a run share the next run', async () => {
  const { ends, work } = works();
  const turns = new SharedTurns<number>();
  const first = turns.take('a', work);
  const [second, third] = [turns.take('a', work), turns.take('a', work)];
  expect(ends).toHaveLength(1);
  ends[0]!();
  expect(await first).toBe(1);
  await expect.poll(() => ends.length).toBe(2);
  const fourth = turns.take('a', work);
  ends[1]!();
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]!();
  expect(await fourth).toBe(3);
});

test('starts immediately when nothing runs, and separately for each key', async () => {
  const { ends, work } = works();
  const turns = new SharedTurns<number>();
  const first = turns.take('a', work);
  void turns.take('b', work);
  expect(ends).toHaveLength(2);
  ends[0]!();
  await first;
  void turns.take('a', work);
  expect(ends).toHaveLength(3);
});

test('does not share a failure with later callers', async () => {
  const { ends, work } = works();
  const turns = new SharedTurns<number>();
  const first = turns.take('a', work);
  const second = turns.take('a', work);
  ends[0]!(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect.poll(() => ends.length).toBe(2);
  ends[1]!();
  expect(await second).toBe(2);
});
