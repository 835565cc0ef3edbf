import type { Amounts, DailyLimits } from '../../domain/approvals/daily-limits.ts';
import { defineModel, stored } from '../documents/define-model.ts';
import { date, number, string, withDefault } from '../documents/paths.ts';
import { unlessThere } from '../documents/transaction.ts';

const dayMs = 24 * 60 * 60_000;

export const UsageModel = defineModel(
  'ConnectionUsage',
  'connection_usage',
  stored({
    /** Workspace, connection, and day (UTC). */
    _id: string,
    workspaceId: string,
    credits: withDefault(number, 0),
    recipients: withDefault(number, 0),
    expiresAt: date,
  })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
    .index({ workspaceId: 1 }),
);

function idOf(workspaceId: string, connectionId: string, now: Date): string {
  return `${workspaceId}:${connectionId}:${now.toISOString().slice(0, 10)}`;
}

/** Usage of a key or connection today without a person's approval. */
export async function readUsage(workspaceId: string, connectionId: string, now: Date): Promise<Amounts> {
  const found = await UsageModel.findOne({ workspaceId, _id: idOf(workspaceId, connectionId, now) }).lean();
  return { credits: found?.credits ?? 0, recipients: found?.recipients ?? 0 };
}

/** Call inside the transaction of the effect, so that two concurrent executions cannot both pass one limit. */
export async function addUsage(
  workspaceId: string,
  connectionId: string,
  { credits, recipients }: Amounts,
  now: Date,
): Promise<void> {
  await UsageModel.updateOne(
    { _id: idOf(workspaceId, connectionId, now) },
    {
      $inc: { credits, recipients },
      $setOnInsert: { workspaceId, expiresAt: new Date(now.getTime() + 2 * dayMs) },
    },
    { upsert: true },
  );
}

/** Counts the usage in one atomic command, outside of transactions. Returns false if that would exceed a limit. */
export async function takeUsage(
  workspaceId: string,
  connectionId: string,
  wanted: Amounts,
  limits: DailyLimits,
  now: Date,
): Promise<boolean> {
  const { credits, recipients } = wanted;
  const expiresAt = new Date(now.getTime() + 2 * dayMs);
  const _id = idOf(workspaceId, connectionId, now);
  const room = (['credits', 'recipients'] as const).flatMap((name) => {
    const limit = limits[name];
    return limit === null || wanted[name] === 0 ? [] : [[name, { $lte: limit - wanted[name] }]];
  });
  const take = async () => {
    const { matchedCount } = await UsageModel.updateOne(
      { _id, ...Object.fromEntries(room) },
      { $inc: { credits, recipients } },
    );
    return matchedCount === 1;
  };
  if (await take()) return true;
  // Creates the day's counter first. Otherwise, an upsert that the limit keeps from matching would insert a second one.
  const first = { $setOnInsert: { workspaceId, expiresAt } };
  await unlessThere(UsageModel.updateOne({ _id }, first, { upsert: true }));
  return take();
}
