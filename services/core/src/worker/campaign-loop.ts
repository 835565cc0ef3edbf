import { emptyCampaign, endCampaign, startScheduledCampaign } from '../actions/campaigns/engine/campaign-effects.ts';
import { completeCampaignIfDone, tellOfEnrollment } from '../actions/campaigns/engine/enrollment-effects.ts';
import { queueBatchSize, queueFirstMessages } from '../actions/campaigns/engine/queue-messages.ts';
import { reviveEnrollment } from '../actions/campaigns/engine/revive-enrollment.ts';
import {
  findCampaign,
  findDueCampaigns,
  findEmptyingCampaigns,
  findEndedCampaigns,
  findQueueingCampaigns,
  findRunningCampaigns,
} from '../store/campaigns/campaign-store.ts';
import { findResumableEnrollments } from '../store/campaigns/enrollment-sweep.ts';
import { findWorkspace } from '../store/identity/workspace-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Loop, startLoop } from './poll-loop.ts';
import type { WorkerDeps } from './worker-deps.ts';

const campaignsPerRound = 20;
const enrollmentsPerRound = 50;

/** Starts what is scheduled, queues first messages, resumes pauses that are over, and ends what has ended. */
export const startCampaignLoop = (deps: WorkerDeps): Loop => {
  const sweepDone = createDoneSweep(deps);
  return startLoop({
    name: 'campaigns',
    idleMs: deps.config.worker.pollMs,
    log: deps.log,
    step: async () => {
      const started = await startDue(deps);
      const queued = await queueNext(deps);
      const resumed = await resumeNext(deps);
      const ended = await endDue(deps);
      const emptied = await emptyNext(deps);
      await sweepDone();
      return started + queued + resumed + ended + emptied > 0;
    },
  });
};

const startDue = async ({ now }: WorkerDeps): Promise<number> => {
  const due = await findDueCampaigns(now(), campaignsPerRound);
  for (const campaign of due) await inTransaction(() => startScheduledCampaign(campaign, now()));
  return due.length;
};

/** One batch of each campaign that has enrollments left to start. */
const queueNext = async ({ now }: WorkerDeps): Promise<number> => {
  let count = 0;
  for (const { workspaceId, id } of await findQueueingCampaigns(campaignsPerRound)) {
    count += await inTransaction(async () => {
      const campaign = await findCampaign(workspaceId, id);
      const workspace = await findWorkspace(workspaceId);
      if (campaign?.state !== 'running' || !campaign.isQueueing || workspace === null) return 0;
      return queueFirstMessages(campaign, workspace, queueBatchSize, now());
    });
  }
  return count;
};

const resumeNext = async ({ now }: WorkerDeps): Promise<number> => {
  const due = await findResumableEnrollments(now(), enrollmentsPerRound);
  for (const enrollment of due) {
    await inTransaction(async () => {
      const revived = await reviveEnrollment(enrollment, now());
      if (revived) await tellOfEnrollment(revived, now());
    });
  }
  return due.length;
};

const endDue = async ({ now }: WorkerDeps): Promise<number> => {
  const due = await findEndedCampaigns(now(), campaignsPerRound);
  for (const campaign of due) await inTransaction(() => endCampaign(campaign, now()));
  return due.length;
};

/** A part of each large campaign that has ended with people still in it. */
const emptyNext = async ({ now }: WorkerDeps): Promise<number> => {
  const ended = await findEmptyingCampaigns(campaignsPerRound);
  for (const campaign of ended) await inTransaction(() => emptyCampaign(campaign, now()));
  return ended.length;
};

/** Looks at the running campaigns in turn, a part at a time, for those that nobody is left in. */
const createDoneSweep = ({ now }: WorkerDeps) => {
  let afterId = '';
  return async (): Promise<void> => {
    const part = await findRunningCampaigns(afterId, campaignsPerRound);
    for (const { workspaceId, id, launchedAt } of part) {
      if (launchedAt !== null) await inTransaction(() => completeCampaignIfDone(workspaceId, id, now()));
    }
    afterId = part.at(-1)?.id ?? '';
  };
};
