import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { type CampaignRecord, findCampaign } from '../../store/campaigns/campaign-store.ts';
import { type EnrollmentRecord, findEnrollment } from '../../store/campaigns/enrollment-store.ts';

export async function requireCampaign(campaignId: string, ctx: ActionContext): Promise<CampaignRecord> {
  const campaign = await findCampaign(ctx.workspaceId, campaignId);
  if (campaign === null) throw notFound('campaign', campaignId);
  return campaign;
}

export async function requireEnrollment(enrollmentId: string, ctx: ActionContext): Promise<EnrollmentRecord> {
  const enrollment = await findEnrollment(ctx.workspaceId, enrollmentId);
  if (enrollment === null) throw notFound('enrollment', enrollmentId);
  return enrollment;
}

/** Rejects an update if another one came first, because its plan no longer matches the stored state. */
export function changedMeanwhile<T>(record: T | null, noun: string): T {
  if (record === null) throw new AppError('invalid_state', `The ${noun} has changed since it was read. Read it again.`);
  return record;
}
