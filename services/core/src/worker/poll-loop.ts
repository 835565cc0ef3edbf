import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Loop {
  /** Takes no new work, and resolves when what runs has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  name: string;
  /** How long it rests when there was nothing to do. */
  idleMs: number;
  /** While there is nothing to do its rests grow to so many times `idleMs`: what is due by the clock alone is late by that. */
  restFactorMax?: number;
  /** Work that another loop of the process finds, or another part announces, ends its rest. */
  isWoken?: boolean;
  /** Answers whether there was work: then it goes on at once. */
  step(signal: AbortSignal): Promise<boolean>;
  log: Logger;
}

const failureRestMs = 1_000;
/**
 * One that is woken rests at least so long, and twice as long each time that it was woken in vain, up to its usual rest:
 * under load there is something for others all the time.
 */
const wokenRestMs = 50;
/** For what the clock makes due, in part: seldom late by more than two seconds. */
export const restForClock = 5;
/** For what may be late, and for what is announced. */
export const restLonger = 12;
/** For what is there only when somebody has written something, which wakes. */
export const restUntilWoken = 25;
/** For the others of several loops that do the same. */
export const restBesideFirst = 75;

/** Is aborted when a loop finds work, which ends the rests of the loops that are woken; then the next one waits. */
let nextFind = new AbortController();

/** There may be work: those that are woken look now, and look often again. */
export function wakeLoops(): void {
  nextFind.abort();
  nextFind = new AbortController();
}

/** Half to one and a half of the time, so that many workers do not ask at the same moment. */
function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await wait(jittered(ms), undefined, { signal }).catch(() => undefined);
}

/** Runs a step again and again; one that fails is logged and tried again after a rest. */
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
    // What another loop found while this one looked may be for this one.
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
