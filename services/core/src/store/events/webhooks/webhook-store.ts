import { webhookFields } from '../../../domain/events/webhooks/webhook-fields.ts';
import { isDead } from '../../../domain/events/webhooks/webhook-retry.ts';
import { newId } from '../../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../../documents/define-model.ts';
import { pathsOf } from '../../documents/field-paths.ts';
import { findPage } from '../../documents/find-page.ts';
import { date, nullable, number, optional, string, strings } from '../../documents/paths.ts';

/** Endpoint that receives events. */
export type WebhookDoc = DocOf<typeof WebhookModel>;

export type WebhookRecord = RecordOf<WebhookDoc>;

/** Maximum endpoints per workspace. */
export const webhooksMax = 50;

export const WebhookModel = defineModel(
  'Webhook',
  'webhooks',
  stored({
    workspaceId: string,
    ...pathsOf(webhookFields),
    /** Sealed (secrets/secret-box.ts), newest first. The previous secret also signs for a while. */
    secrets: strings,
    rotatedAt: nullable(date),
    /** Scopes of its creator, which limit the events and records that it gets. Absent for earlier endpoints. */
    scopes: optional(strings),
    /** Time of the next turn. Absent if no delivery waits. */
    dueAt: optional(date),
    /** Number of times that new deliveries made it due. */
    wakeCount: optional(number),
    leaseOwner: nullable(string),
    leaseUntil: optional(date),
    fence: optional(number),
    /** Attempts in a row without an answer. */
    unansweredCount: optional(number),
    /** Next attempt while the circuit breaker is open. */
    nextProbeAt: nullable(date),
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, url: 1 }, { unique: true })
    // Turns: workers read them across all workspaces.
    .index({ dueAt: 1, _id: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } }),
);

export async function insertWebhook(
  workspaceId: string,
  webhook: Pick<WebhookDoc, 'url' | 'description' | 'eventTypes' | 'payload' | 'batchSize' | 'secrets' | 'scopes'>,
  now: Date,
): Promise<WebhookRecord> {
  const [created] = await WebhookModel.create([
    { ...webhook, _id: newId('whk'), workspaceId, createdAt: now, updatedAt: now },
  ]);
  return toRecord(created!.toObject<WebhookDoc>());
}

export async function findWebhook(workspaceId: string, webhookId: string): Promise<WebhookRecord | null> {
  const found = await WebhookModel.findOne({ workspaceId, _id: webhookId }).lean<WebhookDoc>();
  return found && toRecord(found);
}

/** Hosts, with their ports, that already get events of the workspace. */
export async function listWebhookHosts(workspaceId: string): Promise<Set<string>> {
  const webhooks = await WebhookModel.find({ workspaceId }, { url: 1 }).limit(webhooksMax).lean();
  return new Set(webhooks.map(({ url }) => new URL(url).host));
}

export async function findWebhookByUrl(workspaceId: string, url: string): Promise<WebhookRecord | null> {
  const found = await WebhookModel.findOne({ workspaceId, url }).lean<WebhookDoc>();
  return found && toRecord(found);
}

export function listWebhooks(workspaceId: string, page: PageRequest): Promise<PageResult<WebhookRecord>> {
  return findPage<WebhookDoc>(WebhookModel, { workspaceId }, page);
}

export function countWebhooks(workspaceId: string): Promise<number> {
  return WebhookModel.countDocuments({ workspaceId });
}

/** Active endpoints of these workspaces that receive events. For the worker. */
export async function findActiveWebhooks(workspaceIds: string[]): Promise<WebhookRecord[]> {
  const found = await WebhookModel.find({ workspaceId: { $in: workspaceIds }, state: 'active' })
    .limit(workspaceIds.length * webhooksMax)
    .lean<WebhookDoc[]>();
  return found.map(toRecord);
}

const untroubled = { failureCount: 0, lastError: null, unansweredCount: 0, nextProbeAt: null };

type WebhookChanges = Partial<
  Pick<
    WebhookDoc,
    | 'url'
    | 'description'
    | 'eventTypes'
    | 'payload'
    | 'batchSize'
    | 'state'
    | 'pauseReason'
    | 'secrets'
    | 'rotatedAt'
    | 'scopes'
  >
>;

/**
 * Returns null if the endpoint is deleted or no longer at `version`. Changing the state or URL resets the failure
 * count and the circuit breaker, and makes the endpoint due.
 */
export async function updateWebhook(
  { workspaceId, id, version }: WebhookRecord,
  changes: WebhookChanges,
  now: Date,
): Promise<WebhookRecord | null> {
  const isFresh = changes.state !== undefined || changes.url !== undefined;
  const updated = await WebhookModel.findOneAndUpdate(
    { workspaceId, _id: id, version },
    {
      $set: { ...changes, updatedAt: now, ...(isFresh && { ...untroubled, dueAt: now }) },
      ...(isFresh && { $unset: { failingSince: '' } }),
      $inc: { version: 1 },
    },
    { returnDocument: 'after' },
  ).lean<WebhookDoc>();
  return updated && toRecord(updated);
}

export async function deleteWebhook(workspaceId: string, webhookId: string): Promise<void> {
  await WebhookModel.deleteOne({ workspaceId, _id: webhookId });
}

/**
 * Counts failed requests. Pauses the endpoint if it is dead, and disables it if it responds with 410 Gone. Call inside a
 * transaction.
 */
export async function recordWebhookFailures(
  workspaceId: string,
  webhookId: string,
  failure: { failures: number; error: string; isGone: boolean },
  now: Date,
): Promise<{ state: WebhookRecord['state'] | null; failureCount: number; isGivenUp: boolean }> {
  const filter = { workspaceId, _id: webhookId };
  const counted = await WebhookModel.findOneAndUpdate(
    filter,
    { $inc: { failureCount: failure.failures }, $min: { failingSince: now }, $set: { lastError: failure.error } },
    { returnDocument: 'after' },
  ).lean<WebhookDoc>();
  if (counted === null) return { state: null, failureCount: 0, isGivenUp: false };
  const { state, failureCount, failingSince = null } = counted;
  if (state !== 'active' || (!failure.isGone && !isDead({ failureCount, failingSince }, now)))
    return { state, failureCount, isGivenUp: false };
  const end = failure.isGone
    ? ({ state: 'disabled', pauseReason: 'gone' } as const)
    : ({ state: 'paused', pauseReason: 'failing' } as const);
  await WebhookModel.updateOne(
    { ...filter, state: 'active' },
    { $set: { ...end, updatedAt: now }, $inc: { version: 1 } },
  );
  return { state: end.state, failureCount, isGivenUp: true };
}
