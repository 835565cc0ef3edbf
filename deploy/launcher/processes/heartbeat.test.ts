import { expect, test } from 'vitest';
import { Heartbeat } from './heartbeat.ts';

function watch(known = {}) {
  let now = 0;
  const silences: number[] = [];
  const look = () => ({ isRunning: true, wasReady: true, isAskedToStop: false, ...known });
  const heartbeat = new Heartbeat({ look, onSilent: (ms) => void silences.push(ms), now: () => now });
  /** Second by second, as its timer does. */
  const pass = (seconds: number, each = () => {}) => {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      each();
      heartbeat.tick();
    }
  };
  const jump = (ms: number) => {
    now += ms;
    heartbeat.tick();
  };
  return { heartbeat, silences, pass, jump };
}

test('tells once that a part is silent, after ten seconds', () => {
  const { silences, pass } = watch();
  pass(9);
  expect(silences).toEqual([]);
  pass(20);
  expect(silences).toEqual([10_000]);
});

test('a part that beats is never silent, and is heard again after a pause', () => {
  const { heartbeat, silences, pass } = watch();
  pass(60, () => heartbeat.beat());
  expect(heartbeat.isUnheard).toBe(false);
  pass(4);
  expect(heartbeat.isUnheard).toBe(true);
  heartbeat.beat();
  expect(heartbeat.isUnheard).toBe(false);
  expect(silences).toEqual([]);
});

test('a machine that was suspended ends no part', () => {
  const { silences, pass, jump } = watch();
  pass(5);
  jump(3_600_000);
  pass(9);
  expect(silences).toEqual([]);
});

test.each([
  ['has ended', { isRunning: false }],
  ['was asked to stop', { isAskedToStop: true }],
  ['has never been ready and reads its store', { wasReady: false }],
])('a part that %s is not silent', (_name, known) => {
  const { silences, pass } = watch(known);
  pass(120);
  expect(silences).toEqual([]);
});

test('reports a start that never ends', () => {
  const { silences, pass } = watch({ wasReady: false });
  pass(16 * 60);
  expect(silences).toHaveLength(1);
});
