import { expect, test } from 'vitest';
import { takeSlices } from './give-way.ts';

/** Runs pieces of work of `pieceMs` milliseconds each, and records other work that ran in between. */
async function work(pieceMs: number, workers: number): Promise<string[]> {
  const done: string[] = [];
  let clockMs = 0;
  const loop = async (name: string) => {
    const giveWay = takeSlices(() => clockMs);
    for (let piece = 0; piece < 3; piece += 1) {
      clockMs += pieceMs;
      done.push(name);
      await giveWay();
    }
  };
  let isOver = false;
  const others = () => {
    done.push('others');
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await Promise.all(Array.from({ length: workers }, (_, index) => loop(`loop ${index}`)));
  isOver = true;
  return done;
}

test('short work continues, and long work yields after each piece', async () => {
  expect((await work(1, 1)).filter((name) => name === 'others')).toEqual([]);
  const done = (await work(20, 1)).join(', ');
  expect(done).toMatch(/^loop 0, others, (others, )*loop 0, (others, )+loop 0/);
});

test('concurrent long work runs one piece per event loop turn', async () => {
  const done = (await work(20, 3)).slice(3);
  for (const [index, name] of done.entries()) if (name !== 'others') expect(done[index - 1] ?? 'others').toBe('others');
});
