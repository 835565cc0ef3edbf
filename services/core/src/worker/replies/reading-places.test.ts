import { expect, test } from 'vitest';
import { ReadingPlaces } from './reading-places.ts';

const turnMs = 20_000;

function placesWith(...workspaceIds: string[]) {
  const places = new ReadingPlaces(6, 2, turnMs);
  const givenUp: number[] = [];
  const readings = workspaceIds.map((workspaceId, i) => ({
    workspaceId,
    since: i,
    giveUp: () => void givenUp.push(i),
  }));
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
  expect(places.canTake(10)).toBe(true);
  places.take({ workspaceId: 'c', since: 10, giveUp: () => undefined });
  expect(givenUp).toEqual([0, 1, 2]);
});

test('no workspace gives up a slot if none has more than its share', () => {
  const { places, readings } = placesWith('a', 'a', 'b', 'b', 'c', 'c');
  expect(places.canTake(10)).toBe(false);
  places.leave(readings[0]!);
  expect(places.canTake(10)).toBe(true);
  expect(places.served).toEqual(['b', 'c']);
});

test('a reading gives up its slot after its turn, oldest first, so that every mailbox is read', () => {
  const { places, givenUp } = placesWith('a', 'a', 'b', 'b', 'c', 'c');
  const waiting = Array.from({ length: 30 }, (_, i) => `later ${i}`);
  let time = 10;
  for (const workspaceId of waiting) {
    while (!places.canTake(time)) time += 1_000;
    places.take({ workspaceId, since: time, giveUp: () => undefined });
  }
  expect(givenUp).toEqual([0, 1, 2, 3, 4, 5]);
  // Six slots and turns of 20 s: 30 mailboxes get theirs within five turns.
  expect(time).toBeLessThanOrEqual(5 * turnMs + 1_000);
});
