import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, number, objects, string } from '../documents/paths.ts';
import type { CampaignRecord } from './campaign-store.ts';

/** Versions kept of one sequence. */
const versionsMax = 200;
const keptS = 30 * 86_400;

/** A sequence as it was, so that a person can step back and forth through its versions. */
const SequenceVersionModel = defineModel(
  'SequenceVersion',
  'sequence_versions',
  stored({
    workspaceId: string,
    campaignId: string,
    number,
    steps: objects<SequenceStep>(),
    createdAt: date,
  })
    .index({ workspaceId: 1, campaignId: 1, number: 1 }, { unique: true })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptS }),
);
type SequenceVersionDoc = DocOf<typeof SequenceVersionModel>;

type Versioned = Pick<CampaignRecord, 'workspaceId' | 'id' | 'steps' | 'sequenceVersion'>;

function numberOf({ sequenceVersion = 0 }: Versioned): number {
  return sequenceVersion;
}

/** Numbers of the kept versions before and after the present one. */
export async function findNeighborVersions(campaign: Versioned): Promise<{ before?: number; after?: number }> {
  const { workspaceId, id: campaignId } = campaign;
  const present = numberOf(campaign);
  const next = { workspaceId, campaignId, number: { $in: [present - 1, present + 1] } };
  const found = await SequenceVersionModel.find(next, { number: 1 }).lean<SequenceVersionDoc[]>();
  return {
    before: found.find(({ number }) => number < present)?.number,
    after: found.find(({ number }) => number > present)?.number,
  };
}

/** Steps of a kept version. Null if it is older than 30 days, or was replaced. */
export async function findSequenceVersion(
  workspaceId: string,
  campaignId: string,
  number: number,
): Promise<SequenceStep[] | null> {
  const found = await SequenceVersionModel.findOne({ workspaceId, campaignId, number }).lean<SequenceVersionDoc>();
  return found?.steps ?? null;
}

/**
 * Keeps the steps of a campaign and those that replace them. Returns the number of the new version: `restored` if it
 * brings a kept one back, otherwise the next one, which ends the versions after the present one. Call in the
 * transaction that changes the campaign.
 */
export async function keepVersions(
  campaign: Versioned,
  steps: SequenceStep[],
  createdAt: Date,
  restored?: number,
): Promise<number> {
  const { workspaceId, id: campaignId } = campaign;
  const own = { workspaceId, campaignId };
  const present = numberOf(campaign);
  const next = restored ?? present + 1;
  if (restored === undefined) await SequenceVersionModel.deleteMany({ ...own, number: { $gt: present } });
  for (const kept of [
    { number: present, steps: campaign.steps },
    { number: next, steps },
  ]) {
    await SequenceVersionModel.updateOne(
      { ...own, number: kept.number },
      { $set: { steps: kept.steps, createdAt }, $setOnInsert: { _id: newId('sqv') } },
      { upsert: true },
    );
  }
  await SequenceVersionModel.deleteMany({ ...own, number: { $lte: next - versionsMax } });
  return next;
}

export async function deleteVersionsOf(workspaceId: string, campaignId: string): Promise<void> {
  await SequenceVersionModel.deleteMany({ workspaceId, campaignId });
}
