import type { HitCount } from '../../../domain/workspaces/providers/hit-rates.ts';
import type { PeopleKind, ProviderKind } from '../../../domain/workspaces/providers/provider-kinds.ts';
import { defineModel, stored } from '../../documents/define-model.ts';
import { date, number, string, stringOf } from '../../documents/paths.ts';
import { isDuplicateKey } from '../../documents/transaction.ts';

const keptSeconds = 400 * 24 * 60 * 60;
/** Properties that are shown and read. The most frequent ones come first. */
const propertiesMax = 500;

/** Amount that a provider billed a workspace in one month. */
const UsageModel = defineModel(
  'ProviderUsage',
  'provider_usage',
  stored({
    workspaceId: string,
    kind: stringOf<ProviderKind>(),
    /** Such as 2026-11, in UTC. */
    month: string,
    used: number,
    usedAt: date,
  })
    .index({ workspaceId: 1, month: 1 })
    .index({ usedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

/** Results of a provider for people with a property. */
const HitModel = defineModel(
  'ProviderHit',
  'provider_hits',
  stored({ workspaceId: string, kind: stringOf<PeopleKind>(), of: string, asked: number, found: number }).index({
    workspaceId: 1,
    asked: -1,
  }),
);

function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** Takes `cost` from the month's budget. False if less is left. */
export async function reserveUsage(
  workspaceId: string,
  kind: ProviderKind,
  cost: number,
  budget: number | null,
  now: Date,
): Promise<boolean> {
  if (budget !== null && cost > budget) return false;
  const month = monthOf(now);
  const own = { _id: `${workspaceId}:${kind}:${month}` };
  const filter = budget === null ? own : { ...own, used: { $lte: budget - cost } };
  try {
    await UsageModel.updateOne(
      filter,
      { $inc: { used: cost }, $set: { usedAt: now }, $setOnInsert: { workspaceId, kind, month } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    // The document exists, and does not match the filter, unless another process has just created it.
    if (!isDuplicateKey(error)) throw error;
    const { modifiedCount } = await UsageModel.updateOne(filter, { $inc: { used: cost }, $set: { usedAt: now } });
    return modifiedCount > 0;
  }
}

/** Gives back what a call did not cost. */
export async function returnUsage(workspaceId: string, kind: ProviderKind, unused: number, at: Date): Promise<void> {
  if (unused === 0) return;
  await UsageModel.updateOne({ _id: `${workspaceId}:${kind}:${monthOf(at)}` }, { $inc: { used: -unused } });
}

/** Use in the month of `now`, by kind. */
export async function findUsage(workspaceId: string, now: Date): Promise<Map<ProviderKind, number>> {
  const found = await UsageModel.find({ workspaceId, month: monthOf(now) }, { kind: 1, used: 1 })
    .limit(20)
    .lean();
  return new Map(found.map(({ kind, used }) => [kind, used]));
}

/** Counts a first question. */
export async function countHit(
  workspaceId: string,
  kind: PeopleKind,
  properties: readonly string[],
  isFound: boolean,
): Promise<void> {
  await HitModel.bulkWrite(
    properties.map((of) => ({
      updateOne: {
        filter: { _id: `${workspaceId}:${kind}:${of}` },
        update: { $inc: { asked: 1, found: isFound ? 1 : 0 }, $setOnInsert: { workspaceId, kind, of } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** Counts by kind, most frequent property first. */
export async function findHits(workspaceId: string): Promise<Map<PeopleKind, HitCount[]>> {
  const found = await HitModel.find({ workspaceId }).sort({ asked: -1 }).limit(propertiesMax).lean();
  const byKind = new Map<PeopleKind, HitCount[]>();
  for (const { kind, of, asked, found: hits } of found)
    byKind.set(kind, [...(byKind.get(kind) ?? []), { of, asked, found: hits }]);
  return byKind;
}

export async function deleteHits(workspaceId: string, kind: PeopleKind): Promise<void> {
  await HitModel.deleteMany({ workspaceId, kind });
}
