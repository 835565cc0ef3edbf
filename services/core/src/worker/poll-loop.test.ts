import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Loop, startLoop } from './poll-loop.ts';

// The module's timers are not among the faked ones.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const timer = globalThis.setTimeout(() => resolve(value), ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
}));

const log = pino({ level: 'silent' });
/** Limit for a loop that never rests, which would otherwise never end the test. */
const stepsMax = 3_000;
let loops: Loop[] = [];
let startedAt: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  startedAt = Date.now();
});
afterEach(async () => {
  await Promise.all(loops.map((loop) => loop.stop()));
  loops = [];
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Started {
  isWoken?: boolean;
  idleMs?: number;
  step?(count: number): boolean | Promise<boolean>;
}

/** Starts a loop. Returns it with the times of its steps. */
function start({ isWoken, idleMs = 100, step = () => false }: Started) {
  const times: number[] = [];
  const ended = (signal: AbortSignal) =>
    new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)));
  const loop = startLoop({
    name: 'tried',
    idleMs,
    isWoken,
    restFactorMax: isWoken ? 5 : 1,
    log,
    step: async (signal) => {
      times.push(Date.now() - startedAt);
      return times.length > stepsMax ? ended(signal) : step(times.length);
    },
  });
  loops.push(loop);
  return { loop, times };
}

async function passed(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

function take(ms: number): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}

test('a loop keeps its pace; one that can be woken rests up to five times as long', async () => {
  const steady = start({});
  const woken = start({ isWoken: true });
  await passed(1_750);
  expect(steady.times).toEqual(Array.from({ length: 18 }, (_, index) => index * 100));
  expect(woken.times).toEqual([0, 100, 300, 700, 1_200, 1_700]);
});

test('rests take between half and one and a half times the given time', async () => {
  vi.mocked(Math.random).mockReturnValue(0);
  const early = start({});
  await passed(60);
  expect(early.times).toEqual([0, 50]);
  vi.mocked(Math.random).mockReturnValue(0.8);
  await passed(160);
  // The rest that had started was a short one.
  expect(early.times).toEqual([0, 50, 100]);
  await passed(50);
  expect(early.times).toEqual([0, 50, 100, 230]);
});

test('a loop that found work continues immediately, and checks often again', async () => {
  const { times } = start({ isWoken: true, step: (count) => count === 4 || count === 5 });
  await passed(1_050);
  expect(times).toEqual([0, 100, 300, 700, 700, 700, 800, 1_000]);
});

test('work found by one loop wakes resting ones, which check often again', async () => {
  const woken = start({ isWoken: true });
  const steady = start({ step: (count) => count === 20 });
  await passed(2_250);
  expect(steady.times.slice(18, 22)).toEqual([1_800, 1_900, 1_900, 2_000]);
  expect(woken.times.slice(5)).toEqual([1_700, 1_900, 2_000, 2_200]);
});

test('a loop checks again soon if another one found work during its check', async () => {
  const woken = start({ isWoken: true, step: (count) => (count === 6 ? take(50) : false) });
  await passed(20);
  start({ step: (count) => count === 18 });
  await passed(2_150);
  expect(woken.times.slice(5)).toEqual([1_700, 1_850, 1_950, 2_150]);
});

test('a loop that is repeatedly woken without work checks no more often than it would unwoken', async () => {
  const woken = start({ isWoken: true, idleMs: 400 });
  start({ idleMs: 10, step: (count) => count % 2 === 0 });
  await passed(4_000);
  expect(woken.times.slice(0, 5)).toEqual([0, 50, 150, 350, 750]);
  expect(woken.times.length).toBeLessThan(15);
});

test('a loop that cannot be woken keeps its pace, whatever others find', async () => {
  const steady = start({ idleMs: 1_000 });
  start({ step: (count) => count === 5 });
  await passed(2_050);
  expect(steady.times).toEqual([0, 1_000, 2_000]);
});

test.each([
  [100, 1_000],
  [3_000, 3_000],
])('logs a step that fails with a pace of %i ms, and retries after %i', async (idleMs, again) => {
  const error = vi.spyOn(log, 'error');
  const failure = new Error('no store');
  const { times } = start({ idleMs, step: (count) => (count === 1 ? Promise.reject(failure) : false) });
  await passed(again - 1);
  expect(times).toEqual([0]);
  await passed(1);
  expect(times).toEqual([0, again]);
  expect(error.mock.calls).toEqual([[{ err: failure, loop: 'tried' }, expect.any(String)]]);
});

test('a stop lets the running step finish, and starts no other', async () => {
  const { loop, times } = start({ step: () => take(500) });
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await passed(499);
  expect(isStopped).toBe(false);
  await passed(1);
  expect(isStopped).toBe(true);
  await stopped;
  await passed(10_000);
  expect(times).toEqual([0]);
});

test.each([true, false])('a loop stops while it rests (isWoken: %s)', async (isWoken) => {
  const { loop, times } = start({ isWoken, idleMs: 60_000 });
  await passed(1);
  let isStopped = false;
  void loop.stop().then(() => {
    isStopped = true;
  });
  await passed(0);
  expect(isStopped).toBe(true);
  await passed(600_000);
  expect(times).toEqual([0]);
});

test('does not log a step that fails because of the stop', async () => {
  const error = vi.spyOn(log, 'error');
  const { loop } = start({ step: () => take(10).then(() => Promise.reject(new Error('stopped'))) });
  const stopped = loop.stop();
  await passed(10);
  await stopped;
  expect(error).not.toHaveBeenCalled();
});
