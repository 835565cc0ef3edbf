import type { EngineDeps } from '../engine/context/engine-deps.ts';
import { startBackupLoop } from './backup-loop.ts';
import { startCampaignLoop } from './campaigns/campaign-loop.ts';
import { startErasureLoop } from './contacts/erasure-loop.ts';
import { startChangeLoop } from './events/change-loop.ts';
import { startNotificationLoop } from './events/notification-loop.ts';
import { startWebhookLoop } from './events/webhook-loop.ts';
import { startJobRunner } from './jobs/job-runner.ts';
import { startOrderLoop } from './jobs/order-loop.ts';
import type { Loop } from './poll-loop.ts';
import { startAutopilotLoop } from './replies/autopilot-loop.ts';
import { startReceiveLoop } from './replies/receive-loop.ts';
import { startRecoveryLoop, startSendLoop } from './sending/send-loop.ts';
import { startSweepLoop } from './sweep-loop.ts';
import { startRetentionLoop } from './workspaces/retention-loop.ts';

/** Every loop of the worker, by name. */
const loops: ((deps: EngineDeps) => Loop)[] = [
  startSendLoop,
  startRecoveryLoop,
  startReceiveLoop,
  startAutopilotLoop,
  startCampaignLoop,
  startJobRunner,
  startOrderLoop,
  startSweepLoop,
  startRetentionLoop,
  startErasureLoop,
  startWebhookLoop,
  startChangeLoop,
  startNotificationLoop,
  startBackupLoop,
];

/** Starts all loops. `stop` ends them gracefully: it completes messages in progress and releases leases. */
export function startWorker(deps: EngineDeps): Loop {
  const running = loops.map((start) => start(deps));
  return {
    async stop() {
      await Promise.all(running.map((loop) => loop.stop()));
      await deps.ports.mail.drainSent();
    },
  };
}
