import type { EngineDeps } from '../engine/engine-deps.ts';
import { startAutopilotLoop } from './autopilot-loop.ts';
import { startBackupLoop } from './backup-loop.ts';
import { startCampaignLoop } from './campaign-loop.ts';
import { startErasureLoop } from './erasure-loop.ts';
import { startJobRunner } from './job-runner.ts';
import { startNotificationLoop } from './notification-loop.ts';
import type { Loop } from './poll-loop.ts';
import { startReceiveLoop } from './receive-loop.ts';
import { startRetentionLoop } from './retention-loop.ts';
import { startRecoveryLoop, startSendLoop } from './send-loop.ts';
import { startSweepLoop } from './sweep-loop.ts';
import { startWebhookLoop } from './webhook-loop.ts';

/** Every loop of the worker, by name. */
const loops: ((deps: EngineDeps) => Loop)[] = [
  startSendLoop,
  startRecoveryLoop,
  startReceiveLoop,
  startAutopilotLoop,
  startCampaignLoop,
  startJobRunner,
  startSweepLoop,
  startRetentionLoop,
  startErasureLoop,
  startWebhookLoop,
  startNotificationLoop,
  startBackupLoop,
];

/** Starts all loops; `stop` ends them gracefully: what is being sent is sent to its end, leases are given back. */
export function startWorker(deps: EngineDeps): Loop {
  const running = loops.map((start) => start(deps));
  return {
    async stop() {
      await Promise.all(running.map((loop) => loop.stop()));
      await deps.ports.mail.drainSent();
    },
  };
}
