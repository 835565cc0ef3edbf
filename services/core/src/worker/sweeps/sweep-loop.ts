import { releaseAbandonedOperations } from '../../store/requests/operation-store.ts';
import { type Loop, startLoop } from '../poll-loop.ts';
import type { WorkerDeps } from '../worker-deps.ts';

const restMs = 5_000;

/** Gives back credits that a crashed process left on hold. */
export const startSweepLoop = ({ log, now }: WorkerDeps): Loop =>
  startLoop({
    name: 'sweep',
    idleMs: restMs,
    log,
    step: async () => (await releaseAbandonedOperations(now())) > 0,
  });
