import { expect, test } from 'vitest';
import { GuardingStoreWatch, requireStillWanted } from './guarding-store-watch.ts';

const never = new Promise<never>(() => {});

/** Watch with a controlled clock and a store that responds or not. */
function watchOf() {
  const store = { isSilent: false, asked: 0 };
  const watch = new GuardingStoreWatch(() => {
    store.asked += 1;
    return store.isSilent ? never : Promise.resolve();
  });
  let now = 0;
  watch.start();
  watch.stop();
  watch.tick(now);
  const pass = async (ms: number, stepMs = 250) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      now += stepMs;
      watch.tick(now + performance.now());
      await Promise.resolve();
    }
  };
  return { watch, store, pass };
}

test('work on a responsive store has no time limit', async () => {
  const { watch, pass } = watchOf();
  let finish = (_value: string) => {};
  const work = watch.guard(() => new Promise<string>((resolve) => (finish = resolve)));
  await pass(60_000);
  finish('done');
  expect(await work).toBe('done');
});

test('work on a hung store fails, later work fails immediately, and nothing is committed', async () => {
  const { watch, store, pass } = watchOf();
  store.isSilent = true;
  let commit = () => {};
  const isWanted = new Promise<boolean>((resolve) => {
    const work = async () => {
      await new Promise<void>((go) => (commit = go));
      try {
        requireStillWanted();
        resolve(true);
      } catch {
        resolve(false);
      }
    };
    watch.guard(work).catch(() => commit());
  });
  await pass(4_500);
  expect(watch.isHanging).toBe(true);
  await expect(watch.guard(() => Promise.resolve())).rejects.toMatchObject({
    code: 'unavailable',
    options: { retryAfterSeconds: 2 },
  });
  expect(await isWanted).toBe(false);
});

test('ignores time during which this process was asleep', async () => {
  const { watch, store, pass } = watchOf();
  store.isSilent = true;
  await pass(1_000);
  await pass(20_000, 20_000);
  expect(watch.isHanging).toBe(false);
});

test('pings an idle store rarely, and often once a request waits for it', async () => {
  const { watch, store, pass } = watchOf();
  await pass(60_000);
  expect(store.asked).toBeLessThan(40);
  const asked = store.asked;
  watch.guard(() => never).catch(() => undefined);
  await pass(2_000);
  expect(store.asked - asked).toBeGreaterThan(6);
});
