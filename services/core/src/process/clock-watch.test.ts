import { expect, test } from 'vitest';
import { ClockWatch } from './clock-watch.ts';

test('reports each step of the wall clock once, in both directions, and no slow drift', () => {
  let [wall, monotonic] = [1_000_000_000, 0];
  const steps: number[] = [];
  const watch = new ClockWatch({
    wall: () => wall,
    monotonic: () => monotonic,
    onStep: ({ from, to }) => void steps.push(to.getTime() - from.getTime()),
  });
  const pass = (seconds: number, driftMs = 0) => {
    for (let second = 0; second < seconds; second += 1) {
      wall += 1_000 + driftMs;
      monotonic += 1_000;
      watch.tick();
    }
  };
  pass(60, 500);
  wall += 86_400_000;
  pass(60);
  wall -= 86_400_000;
  pass(60);
  expect(steps).toEqual([86_400_000, -86_400_000]);
});
