import { expect, test } from 'vitest';
import { WaitingRoom } from './waiting-room.ts';

const free = { count: 80, bytes: 8_000 };

function taken(room: WaitingRoom, bytes = 1): number {
  let count = 0;
  while (room.take('ada', bytes)) count += 1;
  return count;
}

test('lends an eighth of the remaining room, to each owner separately', () => {
  const room = new WaitingRoom();
  expect(taken(room)).toBe(0);
  room.left('ada', free);
  expect(room.take('bob', 1)).toBe(false);
  expect(taken(room)).toBe(10);
});

test('lends nothing if fewer than eight places are left, and no more than its share of bytes', () => {
  const room = new WaitingRoom();
  room.left('ada', { count: 7, bytes: 8_000 });
  expect(taken(room)).toBe(0);
  room.left('ada', free);
  expect(room.take('ada', 1_001)).toBe(false);
  expect(taken(room, 400)).toBe(2);
});

test('expires a loan after two seconds, and does not lend twice before that', () => {
  let now = 0;
  const room = new WaitingRoom(() => now);
  room.left('ada', free);
  room.take('ada', 1);
  room.left('ada', free);
  expect(taken(room)).toBe(9);
  room.left('ada', free);
  now += 2_000;
  expect(taken(room)).toBe(0);
});
