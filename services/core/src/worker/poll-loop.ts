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
  /** Answers whether there was work: then it goes on at once. */
  step(signal: AbortSignal): Promise<boolean>;
  log: Logger;
}

const failureRestMs = 1_000;

/** Half to one and a half of the time, so that many workers do not ask at the same moment. */
const jittered = (ms: number): number => ms * (0.5 + Math.random());

const rest = async (ms: number, signal: AbortSignal): Promise<void> => {
  await wait(jittered(ms), undefined, { signal }).catch(() => undefined);
};

/** Runs a step again and again; one that fails is logged and tried again after a rest. */
export const startLoop = ({ name, idleMs, step, log }: LoopOptions): Loop => {
  const abort = new AbortController();
  const { signal } = abort;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const hadWork = await step(signal);
        if (!hadWork) await rest(idleMs, signal);
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
};
