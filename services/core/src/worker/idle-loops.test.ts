import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { changeViews } from '../actions/events/changes/change-views.ts';
import type { EngineDeps } from '../engine/context/engine-deps.ts';
import { queuePendingEvents } from '../engine/events/webhooks/queue-deliveries.ts';
import { publishChanges } from '../store/events/changes/publish-changes.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { startBackupLoop } from './backup-loop.ts';
import { startCampaignLoop } from './campaigns/campaign-loop.ts';
import { startErasureLoop } from './contacts/erasure-loop.ts';
import { startChangeLoop } from './events/change-loop.ts';
import { startNotificationLoop } from './events/notification-loop.ts';
import { startWebhookLoop } from './events/webhook-loop.ts';
import { startJobRunner } from './jobs/job-runner.ts';
import type { Loop } from './poll-loop.ts';
import { startAutopilotLoop } from './replies/autopilot-loop.ts';
import { startReceiveLoop } from './replies/receive-loop.ts';
import { startRecoveryLoop, startSendLoop } from './sending/send-loop.ts';
import { startSweepLoop } from './sweep-loop.ts';
import { startRetentionLoop } from './workspaces/retention-loop.ts';

interface Rest {
  ms: number;
  end(): void;
}

// Rests of the loops. The test ends each one.
const rests = vi.hoisted(() => new Set<Rest>());
vi.mock('node:timers/promises', async (original) => {
  const actual = await original<typeof import('node:timers/promises')>();
  const rest = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const settled = (settle: () => void) => () => {
        rests.delete(own);
        settle();
      };
      const own: Rest = { ms, end: settled(resolve) };
      const abort = settled(() => reject(signal.reason));
      if (signal.aborted) return abort();
      rests.add(own);
      signal.addEventListener('abort', abort);
    });
  const setTimeout = (ms: number, value: unknown, options?: { signal?: AbortSignal }) =>
    options?.signal ? rest(ms, options.signal) : actual.setTimeout(ms, value);
  return { ...actual, setTimeout };
});

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ environment: { WORKER_POLL_MS: '100', SENDING_FREE_MB_MIN: '0' } });
  await core.addWorkspace();
  while (await queuePendingEvents(new Date()));
  while (await publishChanges(changeViews, new Date()));
});
afterAll(() => core.stop());
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  return () => vi.restoreAllMocks();
});

/** Configures a worker that a launcher notifies about work. */
function announced(deps: EngineDeps): EngineDeps {
  return { ...deps, config: { ...deps.config, worker: { ...deps.config.worker, isAnnounced: true } } };
}

/** Rest of each loop in milliseconds, once all of them rest. */
async function restsOf(count: number): Promise<number[]> {
  await vi.waitFor(() => expect(rests.size).toBe(count), { timeout: 30_000, interval: 5 });
  return [...rests].map(({ ms }) => ms).sort((a, b) => a - b);
}

/** Number of rests before a loop reaches its longest one. */
const roundsMax = 7;
test.each<[string, (deps: EngineDeps) => Loop, number[], number[]]>([
  ['sending', startSendLoop, [100, 100, 100, 100, 100], [500, 2_500, 7_500, 7_500, 7_500]],
  ['recovery', startRecoveryLoop, [500], [2_500]],
  ['receiving', startReceiveLoop, [100], [2_500]],
  ['autopilot', startAutopilotLoop, [100], [2_500]],
  ['campaigns', startCampaignLoop, [100], [2_500]],
  ['jobs', startJobRunner, [100, 100], [100, 7_500]],
  ['announced jobs', (deps) => startJobRunner(announced(deps)), [100, 100], [1_200, 7_500]],
  ['sweep', startSweepLoop, [5_000], [15_000]],
  ['retention', startRetentionLoop, [600_000], [600_000]],
  ['erasure', startErasureLoop, [5_000], [15_000]],
  ['webhooks', startWebhookLoop, [100, 100, 600_000], [100, 1_200, 600_000]],
  ['announced webhooks', (deps) => startWebhookLoop(announced(deps)), [100, 100, 600_000], [1_200, 1_200, 600_000]],
  ['changes', startChangeLoop, [100], [500]],
  ['notifications', startNotificationLoop, [100], [2_500]],
  ['backup', startBackupLoop, [1_000, 30_000], [10_000, 30_000]],
])('with nothing to do, %s rests, longer if others wake it, until it is stopped', async (_name, start, at, later) => {
  const loop = start(core.deps);
  try {
    expect(await restsOf(at.length)).toEqual(at);
    for (let round = 0; round < roundsMax; round += 1) {
      for (const rest of rests) rest.end();
      await restsOf(at.length);
    }
    expect(await restsOf(at.length)).toEqual(later);
  } finally {
    await loop.stop();
  }
  expect(rests.size).toBe(0);
});
