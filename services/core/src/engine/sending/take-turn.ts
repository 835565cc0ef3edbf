import { nextResumeStep, resumeGapMs } from '../../domain/sending/mailboxes/mailbox-breaker.ts';
import { laneWindowLeftMs, nextTurnAt } from '../../domain/sending/next-turn.ts';
import { planTurn, type TurnPlan } from '../../domain/sending/plan-turn.ts';
import { slotGapMs } from '../../domain/sending/send-slot.ts';
import { batchMax, type SendingPlaces } from '../../domain/sending/sending-places.ts';
import { type Claim, findQueuedOf, leaveMailbox } from '../../store/messages/message-queue.ts';
import {
  deleteLanesOfMailbox,
  type LaneChange,
  type SendLaneRecord,
  saveLanes,
} from '../../store/sending/send-lane-store.ts';
import {
  claimQueue,
  deleteQueue,
  finishTurn,
  idleAt,
  type QueueChanges,
  type SendQueueRecord,
} from '../../store/sending/send-queue-store.ts';
import { findShiftedClocks } from '../../store/workspaces/workspace-clock-store.ts';
import type { EngineDeps } from '../context/engine-deps.ts';
import { settleSkipped } from './messages/settle-message.ts';
import { serveLanes } from './serve-lanes.ts';
import { type Line, noTimeWaitMs, type Served } from './served.ts';
import { gapOf, loadTurn, type Turn } from './turn-facts.ts';

export interface TurnOptions {
  /** Limits the turn to mailboxes of this workspace. */
  workspaceId?: string;
  /** Ignores windows, gaps, and limits, for the sandbox. */
  ignoresLimits?: boolean;
  /** Clock of that workspace, if the caller already uses it. */
  clock?: () => Date;
  /** In-flight slots of a worker with several concurrent turns. */
  places?: SendingPlaces;
}

/** Delay before retrying a failed server, in milliseconds. */
const faultRestMs = 10_000;

/**
 * Runs the turn of the mailbox that has been due the longest, and sends what it can. Returns the number of messages
 * attempted, or null if no mailbox is due.
 */
export async function takeTurn(claim: Claim, deps: EngineDeps, options: TurnOptions = {}): Promise<number | null> {
  const beganMs = performance.now();
  const queue = await claimDueQueue(claim, deps.now(), options);
  if (queue === null) return null;
  const places = options.places?.take() ?? batchMax;
  try {
    return await serveQueue(queue, { ...options, places }, { claim, beganMs, deps });
  } finally {
    options.places?.giveBack(places);
  }
}

async function serveQueue(
  queue: SendQueueRecord,
  options: Omit<TurnOptions, 'places'> & { places: number },
  { claim, beganMs, deps }: { claim: Claim; beganMs: number; deps: EngineDeps },
): Promise<number> {
  const turn = await loadTurn(queue, options, deps);
  if (turn === null) {
    await dissolve(queue, deps.now());
    return 0;
  }
  // Half of the lease is reserved for the last dialogue of the batch.
  const deadlineMs = beganMs + claim.leaseMs / 2;
  try {
    return await serveMailbox(turn, { claim, deadlineMs, deps });
  } catch (error) {
    const { slotAt, breaker, waitReason } = queue;
    await finishTurn(queue, { slotAt, breaker, waitReason, turnAt: new Date(turn.clock().getTime() + faultRestMs) });
    throw error;
  }
}

/** Claims a due queue. More are due in workspaces whose sandbox advanced its clock. */
async function claimDueQueue(
  claim: Claim,
  now: Date,
  { workspaceId, clock }: TurnOptions,
): Promise<SendQueueRecord | null> {
  const due = await claimQueue(claim, now, workspaceId === undefined ? {} : { workspaceId });
  if (due !== null || clock !== undefined) return due;
  for (const shifted of await findShiftedClocks()) {
    if (workspaceId !== undefined && workspaceId !== shifted.workspaceId) continue;
    const at = new Date(now.getTime() + shifted.offsetMs);
    const found = await claimQueue(claim, at, { workspaceId: shifted.workspaceId });
    if (found !== null) return found;
  }
  return null;
}

async function serveMailbox(turn: Turn, line: Line): Promise<number> {
  const plan = planTurn(turn);
  const served = await serveLanes(plan.shares, turn, line);
  const changes = laneChanges(plan, served, turn);
  await saveLanes(changes);
  await finishTurn(turn.queue, queueAfter(plan, served, changes, turn));
  return served.triedCount;
}

function laneChanges(plan: TurnPlan<SendLaneRecord>, served: Served, { now }: Turn): LaneChange[] {
  const waiting = plan.waits.map(({ lane, until, reason }) => ({
    lane,
    nextAt: until ?? new Date(now.getTime() + noTimeWaitMs),
    waitReason: reason,
    servedAt: lane.servedAt,
  }));
  const taken = plan.shares.map(({ lane }) => {
    const times = (served.stays.get(lane.id) ?? []).map((time) => time.getTime());
    return { lane, nextAt: times.length === 0 ? null : new Date(Math.min(...times)), waitReason: null, servedAt: now };
  });
  return [...waiting, ...taken];
}

function queueAfter(plan: TurnPlan<SendLaneRecord>, served: Served, changes: LaneChange[], turn: Turn): QueueChanges {
  const { now, queue, lanes } = turn;
  const later = (ms: number) => new Date(now.getTime() + ms);
  const breaker = served.isHealthy ? nextResumeStep(served.breaker) : served.breaker;
  const slotAt = nextSlot(plan, served, turn);
  const waitReason = plan.blocked?.reason ?? null;
  const rest = { slotAt, breaker, waitReason };
  if (plan.blocked !== null) return { ...rest, turnAt: plan.blocked.until ?? later(noTimeWaitMs) };
  const changed = new Map(changes.map((change) => [change.lane.id, change.nextAt]));
  const after = lanes.map((lane) => ({ ...lane, nextAt: changed.has(lane.id) ? changed.get(lane.id)! : lane.nextAt }));
  const turnAt = nextTurnAt(after, slotAt ?? queue.slotAt) ?? idleAt;
  if (breaker.state !== 'open') return { ...rest, turnAt };
  // A probe is a message. While none can be sent, a due probe would cause one useless turn after another.
  const probeAt = Math.max(turnAt.getTime(), breaker.nextProbeAt?.getTime() ?? 0);
  return { ...rest, waitReason: 'all_mailboxes_failing', turnAt: new Date(probeAt) };
}

/**
 * Earliest time of the mailbox's next campaign message: after the gap, or later after a fault and during a gradual
 * recovery.
 */
function nextSlot(plan: TurnPlan<SendLaneRecord>, served: Served, turn: Turn): Date | null {
  const { now, mailbox } = turn;
  if (served.triedCount === 0 || turn.ignoresLimits) return turn.queue.slotAt;
  const lane = plan.shares.find((share) => share.lane.campaignId !== null)?.lane;
  const campaign = turn.campaigns.get(lane?.campaignId ?? '');
  const began = turn.startsAt ?? now;
  const windowLeftMs = lane && campaign ? laneWindowLeftMs(lane, campaign, { ...turn, now: began }) : 0;
  const placesLeft = plan.placesLeft - served.triedCount;
  const gap = gapOf(mailbox);
  const gapMs = lane ? slotGapMs({ gap, seed: served.lastTriedId ?? mailbox.id, windowLeftMs, placesLeft }) : 0;
  const resumeMs = served.breaker.resumeStep === null ? 0 : resumeGapMs;
  const faultMs = served.isHealthy ? 0 : faultRestMs;
  const restMs = Math.max(gapMs, resumeMs, faultMs);
  if (restMs === 0) return null;
  const leastMs = Math.min(restMs, gap.min * 1_000);
  return new Date(Math.max(began.getTime() + restMs, now.getTime() + leastMs));
}

/**
 * Removes the queue of a deleted mailbox. Its campaigns continue from another mailbox, but its reply drafts are not
 * sent.
 */
async function dissolve({ id, workspaceId }: SendQueueRecord, now: Date): Promise<void> {
  for (const message of await findQueuedOf(workspaceId, id)) {
    if (message.kind !== 'campaign') await settleSkipped(message, 'no_mailbox', now);
  }
  await leaveMailbox(workspaceId, id, now);
  await deleteLanesOfMailbox(workspaceId, id);
  await deleteQueue(workspaceId, id);
}
