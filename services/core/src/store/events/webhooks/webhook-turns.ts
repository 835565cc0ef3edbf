import { toRecord } from '../../documents/define-model.ts';
import { serverNow } from '../../documents/server-clock.ts';
import { unlessLocked } from '../../documents/transaction.ts';
import { type WebhookDoc, WebhookModel, type WebhookRecord } from './webhook-store.ts';

interface WebhookClaim {
  owner: string;
  leaseMs: number;
  /** Workspaces whose endpoints have to wait, so that others get a turn. */
  except?: readonly string[];
}

/**
 * Claims the endpoint that has been due longest, for one worker only, so that an endpoint's deliveries in flight are
 * counted in one place. Leases use the store's clock. Returns null if none is due, or another worker claimed it
 * concurrently.
 */
export function claimWebhook(claim: WebhookClaim, now: Date): Promise<WebhookRecord | null> {
  return unlessLocked(() => claimNext(claim, now));
}

async function claimNext({ owner, leaseMs, except = [] }: WebhookClaim, now: Date): Promise<WebhookRecord | null> {
  const serverTime = await serverNow();
  const claimed = await WebhookModel.findOneAndUpdate(
    {
      dueAt: { $lte: now },
      leaseUntil: { $not: { $gt: serverTime } },
      ...(except.length > 0 && { workspaceId: { $nin: [...except] } }),
    },
    { $set: { leaseOwner: owner, leaseUntil: new Date(serverTime.getTime() + leaseMs) }, $inc: { fence: 1 } },
    { sort: { dueAt: 1, _id: 1 }, returnDocument: 'after' },
  ).lean<WebhookDoc>();
  return claimed && toRecord(claimed);
}

/**
 * Makes endpoints due, after deliveries for them are queued. An open circuit breaker keeps its time. Always a write, so
 * that it conflicts with a claim that cannot see deliveries of this transaction yet.
 */
export async function wakeWebhooks(workspaceIds: string[], webhookIds: string[], now: Date): Promise<void> {
  const wakeCount = { $add: [{ $ifNull: ['$wakeCount', 0] }, 1] };
  const dueAt = { $cond: [{ $gt: ['$nextProbeAt', null] }, '$dueAt', { $min: ['$dueAt', now] }] };
  await WebhookModel.updateMany(
    { workspaceId: { $in: workspaceIds }, _id: { $in: webhookIds } },
    [{ $set: { wakeCount, dueAt } }],
    { updatePipeline: true },
  );
}

const sleepingMax = 10_000;

/** Active endpoints that have no turn ahead, over all workspaces. */
export async function findSleepingWebhooks(): Promise<WebhookRecord[]> {
  const found = await WebhookModel.find({ state: 'active', dueAt: { $exists: false } })
    .limit(sleepingMax)
    .lean<WebhookDoc[]>();
  return found.map(toRecord);
}

export interface TurnEnd {
  /** Time of the next turn. Null if no delivery waits. */
  dueAt: Date | null;
  /** Attempts in a row without an answer. */
  unansweredCount: number;
  /** Time of the next probe. Null unless the circuit breaker is open. */
  nextProbeAt: Date | null;
  /** Time of the last success, unless a failure followed. */
  successAt: Date | null;
}

const released = { leaseOwner: null, leaseUntil: new Date(0) };

/** Ends a turn, unless another worker has claimed the endpoint since. */
export async function endTurn(webhook: WebhookRecord, end: TurnEnd): Promise<void> {
  const { workspaceId, id, fence, wakeCount = null } = webhook;
  const own = { workspaceId, _id: id, fence };
  const { successAt, unansweredCount, nextProbeAt, dueAt } = end;
  const $set = {
    ...released,
    unansweredCount,
    nextProbeAt,
    ...(successAt && { failureCount: 0, lastError: null, lastSuccessAt: successAt }),
  };
  const $unset = successAt === null ? {} : { failingSince: '' };
  const next = dueAt === null ? { $set, $unset: { ...$unset, dueAt: '' } } : { $set: { ...$set, dueAt }, $unset };
  // An endpoint that was woken during the turn stays due.
  const isAsleep = nextProbeAt === null ? { wakeCount } : {};
  const { matchedCount } = await WebhookModel.updateOne({ ...own, ...isAsleep }, next as object);
  if (matchedCount === 0) await WebhookModel.updateOne(own, { $set, $unset } as object);
}
