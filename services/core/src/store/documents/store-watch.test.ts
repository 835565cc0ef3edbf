import { expect, test } from 'vitest';
import { requireStillWanted, StoreWatch } from './store-watch.ts';

const never = new Promise<never>(() => {});

/** A watch whose time the test makes, and whose store responds or not. */
function watchOf() {
  const store = { isSilent: false, asked: 0 };
  const watch = new StoreWatch(() => {
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

test('work on a store that responds takes as long as it takes', async () => {
  const { watch, pass } = watchOf();
  let finish = (_value: string) => {};
  const work = watch.guard(() => new Promise<string>((resolve) => (finish = resolve)));
  await pass(60_000);
  finish('done');
  expect(await work).toBe('done');
});

test('work on a store that is silent fails, what comes after it fails at once, and nothing is committed', async () => {
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

test('time for which this process was not awake does not count', async () => {
  const { watch, store, pass } = watchOf();
  store.isSilent = true;
  await pass(1_000);
  await pass(20_000, 20_000);
  expect(watch.isHanging).toBe(false);
});

test('a store that nobody waits for is asked seldom, and often as soon as somebody does', async () => {
  const { watch, store, pass } = watchOf();
  await pass(60_000);
  expect(store.asked).toBeLessThan(40);
  const asked = store.asked;
  watch.guard(() => never).catch(() => undefined);
  await pass(2_000);
  expect(store.asked - asked).toBeGreaterThan(6);
});
