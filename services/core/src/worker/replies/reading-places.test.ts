import { expect, test } from 'vitest';
import { ReadingPlaces } from './reading-places.ts';

function placesWith(...workspaceIds: string[]) {
  const places = new ReadingPlaces(6, 2);
  const givenUp: number[] = [];
  const readings = workspaceIds.map((workspaceId, i) => ({ workspaceId, giveUp: () => void givenUp.push(i) }));
  for (const reading of readings) places.take(reading);
  return { places, givenUp, readings };
}

test('a single workspace gets all slots, and gives up none', () => {
  const { places, givenUp } = placesWith('a', 'a', 'a', 'a', 'a', 'a');
  expect(places.isFull).toBe(true);
  expect(places.served).toEqual(['a']);
  expect(givenUp).toEqual([]);
});

test('a late workspace takes slots from the largest one, oldest first, up to its share', () => {
  const { places, givenUp } = placesWith('a', 'a', 'a', 'a', 'a', 'a', 'b', 'b');
  expect(givenUp).toEqual([0, 1]);
  expect(places.served.sort()).toEqual(['a', 'b']);
  expect(places.canTake).toBe(true);
  places.take({ workspaceId: 'c', giveUp: () => undefined });
  expect(givenUp).toEqual([0, 1, 2]);
});

test('no workspace gives up a slot if none has more than its share', () => {
  const { places, readings } = placesWith('a', 'a', 'b', 'b', 'c', 'c');
  expect(places.canTake).toBe(false);
  places.leave(readings[0]!);
  expect(places.canTake).toBe(true);
  expect(places.served).toEqual(['b', 'c']);
});
