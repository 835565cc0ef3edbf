import { startCampaignLoop } from './campaign-loop.ts';
import { startJobRunner } from './job-runner.ts';
import type { Loop } from './poll-loop.ts';
import { startReceiveLoop } from './receive-loop.ts';
import { startRecoveryLoop, startSendLoop } from './send-loop.ts';
import { startRetentionLoop } from './sweeps/retention-loop.ts';
import { startSweepLoop } from './sweeps/sweep-loop.ts';
import { startWebhookLoop } from './webhooks/webhook-loop.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** Every loop of the worker, by name. */
const loops: ((deps: WorkerDeps) => Loop)[] = [
  startSendLoop,
  startRecoveryLoop,
  startReceiveLoop,
  startCampaignLoop,
  startJobRunner,
  startSweepLoop,
  startRetentionLoop,
  startWebhookLoop,
];

/** Starts all loops; `stop` ends them gracefully: what is being sent is sent to its end, leases are given back. */
export const startWorker = (deps: WorkerDeps): Loop => {
  const running = loops.map((start) => start(deps));
  return {
    async stop() {
      await Promise.all(running.map((loop) => loop.stop()));
    },
  };
};
