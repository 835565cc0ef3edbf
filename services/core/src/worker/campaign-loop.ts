import { announceDueTasks } from '../engine/campaigns/announce-tasks.ts';
import { emptyCampaign, endCampaign, startScheduledCampaign } from '../engine/campaigns/campaign-effects.ts';
import { completeCampaignIfDone, emitEnrollmentChange } from '../engine/campaigns/enrollment-effects.ts';
import { keepWinners } from '../engine/campaigns/keep-winners.ts';
import { queueBatchSize, queueFirstMessages } from '../engine/campaigns/queue-first.ts';
import { replanCampaign } from '../engine/campaigns/replan-campaign.ts';
import { reviveEnrollment } from '../engine/campaigns/revive-enrollment.ts';
import type { EngineDeps } from '../engine/engine-deps.ts';
import { workspaceNow } from '../engine/workspace-clock.ts';
import {
  findCampaign,
  findDueCampaigns,
  findEmptyingCampaigns,
  findEndedCampaigns,
  findQueueingCampaigns,
  findRunningCampaigns,
} from '../store/campaigns/campaign-store.ts';
import { findResumableEnrollments } from '../store/campaigns/enrollment-sweep.ts';
import { findReplanningCampaigns } from '../store/campaigns/replan-store.ts';
import { findShiftedClocks } from '../store/identity/workspace-clock-store.ts';
import { findWorkspace } from '../store/identity/workspace-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Loop, startLoop } from './poll-loop.ts';

const campaignsPerRound = 20;
const enrollmentsPerRound = 50;

/** Starts what is scheduled, queues first messages, resumes pauses that are over, and ends what has ended. */
export function startCampaignLoop(deps: EngineDeps): Loop {
  const sweepDone = createDoneSweep(deps);
  return startLoop({
    name: 'campaigns',
    idleMs: deps.config.worker.pollMs,
    isWoken: true,
    log: deps.log,
    step: async () => {
      let timed = 0;
      for (const clock of await clocks(deps)) {
        timed += (await startDue(clock)) + (await resumeNext(clock)) + (await endDue(clock));
        timed += await announceDueTasks(clock.now(), clock.within);
      }
      const queued = await queueNext(deps);
      const emptied = await emptyNext(deps);
      const replanned = await replanNext(deps);
      await sweepDone();
      return timed + queued + emptied + replanned > 0;
    },
  });
}

interface Clock {
  now: () => Date;
  within: { workspaceId?: string };
}

/** The real one for all workspaces, and those that a sandbox has moved on. */
async function clocks({ now }: EngineDeps): Promise<Clock[]> {
  const shifted = await findShiftedClocks();
  return [
    { now, within: {} },
    ...shifted.map(({ workspaceId, offsetMs }) => ({
      now: () => new Date(now().getTime() + offsetMs),
      within: { workspaceId },
    })),
  ];
}

async function startDue({ now, within }: Clock): Promise<number> {
  const due = await findDueCampaigns(now(), campaignsPerRound, within);
  for (const campaign of due) await inTransaction(() => startScheduledCampaign(campaign, now()));
  return due.length;
}

/** One batch of each campaign that has enrollments left to start. */
async function queueNext({ now }: EngineDeps): Promise<number> {
  let count = 0;
  for (const { workspaceId, id } of await findQueueingCampaigns(campaignsPerRound)) {
    count += await inTransaction(async () => {
      const campaign = await findCampaign(workspaceId, id);
      const workspace = await findWorkspace(workspaceId);
      if (campaign?.state !== 'running' || !campaign.isQueueing || workspace === null) return 0;
      return queueFirstMessages(campaign, workspace, queueBatchSize, workspaceNow(workspace, now()));
    });
  }
  return count;
}

async function resumeNext({ now, within }: Clock): Promise<number> {
  const due = await findResumableEnrollments(now(), enrollmentsPerRound, within);
  for (const enrollment of due) {
    await inTransaction(async () => {
      const revived = await reviveEnrollment(enrollment, now());
      if (revived) await emitEnrollmentChange(revived, now());
    });
  }
  return due.length;
}

async function endDue({ now, within }: Clock): Promise<number> {
  const due = await findEndedCampaigns(now(), campaignsPerRound, within);
  for (const campaign of due) await inTransaction(() => endCampaign(campaign, now()));
  return due.length;
}

/** What is queued follows a window that has changed. */
async function replanNext(deps: EngineDeps): Promise<number> {
  const changed = await findReplanningCampaigns(campaignsPerRound);
  for (const campaign of changed) await replanCampaign(campaign, deps);
  return changed.length;
}

/** A part of each large campaign that has ended with people still in it. */
async function emptyNext({ now }: EngineDeps): Promise<number> {
  const ended = await findEmptyingCampaigns(campaignsPerRound);
  for (const campaign of ended) await inTransaction(() => emptyCampaign(campaign, now()));
  return ended.length;
}

/** Looks at the running campaigns in turn, a part at a time, for those that nobody is left in. */
function createDoneSweep({ now }: EngineDeps) {
  let afterId = '';
  return async (): Promise<void> => {
    const part = await findRunningCampaigns(afterId, campaignsPerRound);
    for (const campaign of part) {
      const { workspaceId, id, launchedAt } = campaign;
      await keepWinners(campaign, now());
      if (launchedAt !== null) await inTransaction(() => completeCampaignIfDone(workspaceId, id, now()));
    }
    afterId = part.at(-1)?.id ?? '';
  };
}
