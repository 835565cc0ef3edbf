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
  /** It rests longer and longer while there is nothing to do, until another loop of the process finds work. */
  isWoken?: boolean;
  /** Answers whether there was work: then it goes on at once. */
  step(signal: AbortSignal): Promise<boolean>;
  log: Logger;
}

const failureRestMs = 1_000;
/** A loop that is woken rests at most so many times its `idleMs`: what is due by the clock alone is late by no more. */
const restFactorMax = 5;

/** Is aborted when a loop finds work, which ends the rests of the loops that are woken; then the next one waits. */
let nextFind = new AbortController();

function wakeLoops(): void {
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
export function startLoop({ name, idleMs, isWoken = false, step, log }: LoopOptions): Loop {
  const abort = new AbortController();
  const { signal } = abort;
  let restMs = idleMs;
  const turn = async (): Promise<void> => {
    const before = nextFind;
    if (await step(signal)) {
      restMs = idleMs;
      return wakeLoops();
    }
    // What another loop found while this one looked may be for this one.
    if (nextFind !== before) restMs = idleMs;
    await rest(restMs, isWoken ? AbortSignal.any([signal, nextFind.signal]) : signal);
    if (isWoken) restMs = nextFind === before ? Math.min(restMs * 2, idleMs * restFactorMax) : idleMs;
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
