import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Loop, startLoop } from './poll-loop.ts';

// The timers of this module are not among those that are faked.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const timer = globalThis.setTimeout(() => resolve(value), ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
}));

const log = pino({ level: 'silent' });
let loops: Loop[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(async () => {
  await Promise.all(loops.map((loop) => loop.stop()));
  loops = [];
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function start(options: { isWoken?: boolean; hasWork?: () => boolean }) {
  const { isWoken, hasWork = () => false } = options;
  const step = vi.fn(async () => hasWork());
  loops.push(startLoop({ name: 'tried', idleMs: 100, isWoken, step, log }));
  return step;
}

async function passed(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

test('a loop looks at the same pace; one that is woken rests up to five times as long', async () => {
  const steady = start({});
  const woken = start({ isWoken: true });
  await passed(60_000);
  expect(steady.mock.calls.length).toBeGreaterThan(590);
  expect(woken.mock.calls.length).toBeLessThan(150);
  woken.mockClear();
  await passed(1_200);
  expect(woken).toHaveBeenCalled();
});

test('work that one loop finds wakes those that rest, and they look often again', async () => {
  let isDue = false;
  const woken = start({ isWoken: true });
  await passed(60_000);
  start({
    hasWork: () => {
      const wasDue = isDue;
      isDue = false;
      return wasDue;
    },
  });
  await passed(1_300);
  woken.mockClear();
  isDue = true;
  await passed(100);
  expect(woken).toHaveBeenCalledTimes(1);
  await passed(100);
  expect(woken.mock.calls.length).toBeGreaterThan(1);
});

test('a loop stops while it rests', async () => {
  start({ isWoken: true });
  await passed(60_000);
  await Promise.all(loops.map((loop) => loop.stop()));
});
