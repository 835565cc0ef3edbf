import type { ClockStep } from '../domain/events/audit/clock-steps.ts';
import type { EngineDeps } from '../engine/context/engine-deps.ts';
import { noteClockStep, wasSetBack } from '../engine/events/audit/note-clock-step.ts';
import { ClockWatch } from '../process/clock-watch.ts';
import { forgetServerClock, serverNow } from '../store/documents/server-clock.ts';
import { capTimeLocks } from '../store/maintenance/time-locks.ts';
import type { Loop } from './poll-loop.ts';
import { wakeLoops } from './poll-loop.ts';

/** Ends locks that a wrong clock left behind, now and after each step of the clock, and records the step. */
export async function watchClock({ config, log }: Pick<EngineDeps, 'config' | 'log'>): Promise<Pick<Loop, 'stop'>> {
  const { gatewayDatabaseName } = config;
  const unlock = async (isStart: boolean) => capTimeLocks(await serverNow(), { gatewayDatabaseName, isStart });
  await unlock(!(await wasSetBack(await serverNow())));
  const handle = async (step: ClockStep): Promise<void> => {
    forgetServerClock();
    const capped = await unlock(false);
    log.warn({ ...step, capped }, 'the clock was set');
    await noteClockStep(step);
    wakeLoops();
  };
  const watch = new ClockWatch({
    onStep: (step) => void handle(step).catch((err) => log.error({ err, ...step }, 'a clock step was not handled')),
  });
  watch.start();
  return {
    async stop() {
      watch.stop();
    },
  };
}
