import { expect, test } from 'vitest';
import { addQuickWork, nextTurn } from './breathe.ts';

test('resumes one long command at a time, alternating between the least used and the longest waiting', async () => {
  const order: string[] = [];
  const wait = async (name: string, usedMs: number) => {
    await nextTurn(usedMs);
    order.push(name);
  };
  const all = [wait('a', 40), wait('b', 30), wait('c', 20), wait('d', 10)];
  await Promise.all(all);
  expect([
    ['d', 'a', 'c', 'b'],
    ['a', 'd', 'b', 'c'],
  ]).toContainEqual(order);
});

test('runs quick work before resuming a long command, and in at most every second turn', async () => {
  const order: string[] = [];
  const end = addQuickWork(() => order.push('quick') > 0);
  await Promise.all([nextTurn(1), nextTurn(1)].map((turn) => turn.then(() => order.push('long'))));
  end();
  await nextTurn(1);
  expect(order.join(' ')).toMatch(/^(quick )?long quick long$/);
});
