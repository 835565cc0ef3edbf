import { expect, test } from 'vitest';
import { ReadingPlaces } from './reading-places.ts';

function placesWith(...workspaceIds: string[]) {
  const places = new ReadingPlaces(6, 2);
  const givenUp: number[] = [];
  const readings = workspaceIds.map((workspaceId, i) => ({ workspaceId, giveUp: () => void givenUp.push(i) }));
  for (const reading of readings) places.take(reading);
  return { places, givenUp, readings };
}

test('a workspace alone has all places, and ends nothing of its own', () => {
  const { places, givenUp } = placesWith('a', 'a', 'a', 'a', 'a', 'a');
  expect(places.isFull).toBe(true);
  expect(places.served).toEqual(['a']);
  expect(givenUp).toEqual([]);
});

test('who comes late takes places of the one with the most, the oldest first, up to its share', () => {
  const { places, givenUp } = placesWith('a', 'a', 'a', 'a', 'a', 'a', 'b', 'b');
  expect(givenUp).toEqual([0, 1]);
  expect(places.served.sort()).toEqual(['a', 'b']);
  expect(places.canTake).toBe(true);
  places.take({ workspaceId: 'c', giveUp: () => undefined });
  expect(givenUp).toEqual([0, 1, 2]);
});

test('where nobody has more than a share, nobody gives one up', () => {
  const { places, readings } = placesWith('a', 'a', 'b', 'b', 'c', 'c');
  expect(places.canTake).toBe(false);
  places.leave(readings[0]!);
  expect(places.canTake).toBe(true);
  expect(places.served).toEqual(['b', 'c']);
});
