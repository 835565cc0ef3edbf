import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Loop {
  /** Starts no new work, and resolves when the running work has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  name: string;
  /** Rest after a step without work, in milliseconds. */
  idleMs: number;
  /**
   * Longest rest without work, as a multiple of `idleMs`. Work that becomes due by the clock alone can be late by that
   * time.
   */
  restFactorMax?: number;
  /** True if work that another loop of the process finds, or another process announces, ends its rest. */
  isWoken?: boolean;
  /** Returns true if there was work. The loop then continues immediately. */
  step(signal: AbortSignal): Promise<boolean>;
  log: Logger;
}

const failureRestMs = 1_000;
/**
 * Minimum rest of a woken loop, in milliseconds. Doubles each time it was woken without work, up to its usual rest,
 * because under load other loops find work all the time.
 */
const wokenRestMs = 50;
/** Rest factor for work that partly becomes due by the clock. Such work is rarely more than two seconds late. */
export const restForClock = 5;
/** Rest factor for work that can be late, and for announced work. */
export const restLonger = 12;
/** Rest factor for work that exists only after a write, which wakes the loop. */
export const restUntilWoken = 25;
/** Rest factor for the other loops if several do the same work. */
export const restBesideFirst = 75;

/**
 * Aborted when a loop finds work, which ends the rests of loops that can be woken. The next signal then replaces it.
 */
let nextFind = new AbortController();

/** Signals possible work: loops that can be woken check now, and check often again. */
export function wakeLoops(): void {
  nextFind.abort();
  nextFind = new AbortController();
}

/** Between half and one and a half times the given milliseconds, so that workers do not all query at the same time. */
function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await wait(jittered(ms), undefined, { signal }).catch(() => undefined);
}

/** Runs a step repeatedly. Logs a failed step and retries it after a rest. */
export function startLoop({ name, idleMs, restFactorMax = 1, isWoken = false, step, log }: LoopOptions): Loop {
  const abort = new AbortController();
  const { signal } = abort;
  let restMs = idleMs;
  let leastMs = wokenRestMs;
  const turn = async (): Promise<void> => {
    const before = nextFind;
    if (await step(signal)) {
      [restMs, leastMs] = [idleMs, wokenRestMs];
      return wakeLoops();
    }
    const lookedAt = performance.now();
    // Work that another loop found during this check may be for this loop.
    if (isWoken && nextFind !== before) restMs = idleMs;
    await rest(restMs, isWoken ? AbortSignal.any([signal, nextFind.signal]) : signal);
    if (isWoken && nextFind !== before) {
      const leftMs = leastMs - (performance.now() - lookedAt);
      if (leftMs > 0) await wait(leftMs, undefined, { signal }).catch(() => undefined);
      [restMs, leastMs] = [idleMs, Math.min(leastMs * 2, Math.max(idleMs, wokenRestMs))];
    } else {
      [restMs, leastMs] = [Math.min(restMs * 2, idleMs * restFactorMax), wokenRestMs];
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await turn();
      } catch (error) {
        if (!signal.aborted) log.error({ err: error, loop: name }, 'a step of the worker failed');
        await rest(Math.max(idleMs, failureRestMs), signal);
      }
    }
  };
  const running = run();
  return {
    async stop() {
      abort.abort();
      await running;
    },
  };
}
