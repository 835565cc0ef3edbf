import { expect, test } from 'vitest';
import { SharedTurns } from './shared-turns.ts';

/** Work that ends when the test says so. */
function works() {
  const ends: ((fail?: Error) => void)[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length + 1;
      ends.push((fail) => (fail ? reject(fail) : resolve(number)));
    });
  return { ends, work };
}

test('who comes while it runs shares the next turn', async () => {
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

test('a new turn begins at once when nothing runs, and for each key apart', async () => {
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

test('work that fails is not shared with who came later', async () => {
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
