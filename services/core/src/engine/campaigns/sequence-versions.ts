import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import { findNeighborVersions, findSequenceVersion } from '../../store/campaigns/sequence-version-store.ts';

/** Numbers of the versions of a sequence to which a person can step back or forth. */
export async function versionsNextTo(
  workspaceId: string,
  campaignId: string,
): Promise<{ before?: number; after?: number }> {
  const campaign = await findCampaign(workspaceId, campaignId);
  return campaign === null ? {} : findNeighborVersions(campaign);
}

/** Steps of a kept version. Null if it is not kept (any longer). */
export async function stepsOfVersion(
  workspaceId: string,
  campaignId: string,
  number: number,
): Promise<SequenceStep[] | null> {
  return Number.isSafeInteger(number) ? findSequenceVersion(workspaceId, campaignId, number) : null;
}
