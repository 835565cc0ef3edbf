import { onStopSignal } from '@outbound/node-service/process/stop-signals';
import { isPublicAddress } from '../domain/values/public-address.ts';
import { EpochGuard } from '../engine/backup/guard-epoch.ts';
import { wakeWithoutWayOut } from '../engine/mailboxes/wake-mailboxes.ts';
import { createHealthApp } from '../http/health-app.ts';
import { metrics } from '../http/metrics.ts';
import { onAnnouncedWork } from '../process/work-channel.ts';
import type { Config } from '../settings/config.ts';
import { disconnectStore } from '../store/connection/connect.ts';
import { wakeLoops } from '../worker/poll-loop.ts';
import { startWorker } from '../worker/start-worker.ts';
import { storeMetrics } from '../worker/store-metrics.ts';
import { watchClock } from '../worker/watch-clock.ts';
import { serve, startPart } from './part.ts';

/** The worker serves only its health endpoints. */
export async function runWorker(config: Config): Promise<void> {
  const part = await startPart(config, 'worker');
  const stopServing = await serve({ main: createHealthApp(part.readiness) }, part);
  if (isPublicAddress(config.baseUrl)) await wakeWithoutWayOut(part.now());
  // Before the first message, because a restored store does not know what it has already sent.
  await new EpochGuard(part).begin();
  const clock = await watchClock(part);
  const worker = startWorker({ ...part, onEvents: storeMetrics(metrics, part.now).count });
  if (config.worker.isAnnounced) onAnnouncedWork(wakeLoops);
  onStopSignal(async () => {
    part.readiness.stopping();
    clock.stop();
    await worker.stop();
    await stopServing();
    await disconnectStore();
    await part.endTracing();
  });
}
