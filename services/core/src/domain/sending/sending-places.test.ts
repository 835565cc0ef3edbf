import { expect, test } from 'vitest';
import { batchMax, SendingPlaces } from './sending-places.ts';

test('a worker’s turns never exceed ten messages in flight, and none of them waits', () => {
  const places = new SendingPlaces(4);
  const first = places.take();
  const others = [places.take(), places.take(), places.take()];
  expect([first, ...others]).toEqual([7, 1, 1, 1]);
  places.giveBack(others.pop()!);
  expect(places.take()).toBe(1);
  places.giveBack(first);
  const next = places.take();
  expect(next).toBe(7);
  expect(next + 3).toBe(batchMax);
});
