import { askAboutHeld } from '../../engine/approvals/held/ask-about-held.ts';
import { endAnswered } from '../../engine/approvals/held/end-answered.ts';
import { emptyCampaign, endCampaign, startScheduledCampaign } from '../../engine/campaigns/campaign-effects.ts';
import { completeCampaignIfDone, emitEnrollmentChange } from '../../engine/campaigns/enrollment-effects.ts';
import { keepWinners } from '../../engine/campaigns/replan/keep-winners.ts';
import { replanCampaign } from '../../engine/campaigns/replan/replan-campaign.ts';
import { reviveEnrollment } from '../../engine/campaigns/revive-enrollment.ts';
import { queueBatchSize, queueFirstMessages } from '../../engine/campaigns/steps/queue-first.ts';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { announceDueTasks } from '../../engine/tasks/announce-tasks.ts';
import { workspaceNow } from '../../engine/workspaces/workspace-clock.ts';
import {
  findCampaign,
  findDueCampaigns,
  findEmptyingCampaigns,
  findEndedCampaigns,
  findQueueingCampaigns,
  findRunningCampaigns,
} from '../../store/campaigns/campaign-store.ts';
import { findResumableEnrollments } from '../../store/campaigns/enrollment-sweep.ts';
import { findWorkspacesWithHeld } from '../../store/campaigns/held-messages.ts';
import { findReplanningCampaigns } from '../../store/campaigns/replan-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { findShiftedClocks } from '../../store/workspaces/workspace-clock-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { type Loop, restUntilWoken, startLoop } from '../poll-loop.ts';

const campaignsPerRound = 20;
const enrollmentsPerRound = 50;

/** Starts scheduled campaigns, queues first messages, resumes expired pauses, and ends finished campaigns. */
export function startCampaignLoop(deps: EngineDeps): Loop {
  return startLoop({
    name: 'campaigns',
    idleMs: deps.config.worker.pollMs,
    restFactorMax: restUntilWoken,
    isWoken: true,
    log: deps.log,
    step: campaignRounds(deps),
  });
}

/**
 * Returns a function that processes a part of each kind of due campaign work per call. It returns false if there was
 * none.
 */
export function campaignRounds(deps: EngineDeps): () => Promise<boolean> {
  const sweepDone = createDoneSweep(deps);
  return async () => {
    const counts: number[] = [];
    for (const clock of await clocks(deps)) {
      counts.push(await startDue(clock), await resumeNext(clock), await endDue(clock));
      counts.push(await announceDueTasks(clock.now(), clock.within));
    }
    counts.push(await queueNext(deps), await emptyNext(deps), await replanNext(deps));
    counts.push(await askNext(deps));
    await endAnswered(deps.now());
    await sweepDone();
    return counts.some((count) => count > 0);
  };
}

interface Clock {
  now: () => Date;
  within: { workspaceId?: string };
}

/** The real clock for all workspaces, and the clocks that sandboxes have advanced. */
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

/** Queues one batch for each campaign with enrollments left to start. */
async function queueNext({ config, now }: EngineDeps): Promise<number> {
  let count = 0;
  for (const { workspaceId, id } of await findQueueingCampaigns(campaignsPerRound)) {
    count += await inTransaction(async () => {
      const campaign = await findCampaign(workspaceId, id);
      const workspace = await findWorkspace(workspaceId);
      if (campaign?.state !== 'running' || workspace === null) return 0;
      return queueFirstMessages(campaign, workspace, queueBatchSize, { config, now: workspaceNow(workspace, now()) });
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

/** Reschedules queued messages after a change of the window. */
async function replanNext(deps: EngineDeps): Promise<number> {
  const changed = await findReplanningCampaigns(campaignsPerRound);
  for (const campaign of changed) await replanCampaign(campaign, deps);
  return changed.length;
}

/** Asks about messages that changed after their approval. A fault in one workspace does not delay the others. */
async function askNext(deps: EngineDeps): Promise<number> {
  let count = 0;
  for (const workspaceId of await findWorkspacesWithHeld(campaignsPerRound)) {
    try {
      count += await askAboutHeld(workspaceId, deps);
    } catch (error) {
      deps.log.error({ err: error, workspaceId }, 'held messages could not be asked about');
    }
  }
  return count;
}

/** Ends a part of the remaining enrollments of each large campaign that has ended. */
async function emptyNext({ now }: EngineDeps): Promise<number> {
  const ended = await findEmptyingCampaigns(campaignsPerRound);
  for (const campaign of ended) await inTransaction(() => emptyCampaign(campaign, now()));
  return ended.length;
}

/** Checks running campaigns in turn, some at a time, and completes those without open enrollments. */
function createDoneSweep({ now }: EngineDeps) {
  let afterId = '';
  return async (): Promise<void> => {
    const part = await findRunningCampaigns(afterId, campaignsPerRound);
    for (const campaign of part) {
      await keepWinners(campaign, now());
      await inTransaction(() => completeCampaignIfDone(campaign.workspaceId, campaign.id, now()));
    }
    afterId = part.at(-1)?.id ?? '';
  };
}
