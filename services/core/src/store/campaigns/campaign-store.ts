import {
  type CampaignState,
  type CampaignTransition,
  campaignTransitions,
} from '../../domain/campaigns/campaign-state.ts';
import { escapeRegExp } from '../../domain/text/escape-reg-exp.ts';
import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { type CampaignDoc, CampaignModel } from './campaign-model.ts';

export type CampaignRecord = Omit<CampaignDoc, '_id'> & { id: string };
export type NewCampaign = Pick<CampaignRecord, 'name' | 'createdBy'> &
  Partial<Omit<CampaignRecord, 'id' | 'workspaceId' | 'version' | 'createdAt' | 'updatedAt'>>;

export async function insertCampaign(workspaceId: string, campaign: NewCampaign, now: Date): Promise<CampaignRecord> {
  const document = {
    state: 'draft' as const,
    ...campaign,
    _id: newId('cmp'),
    workspaceId,
    createdAt: now,
    updatedAt: now,
  };
  return createRecord(CampaignModel, document);
}

export async function findCampaign(workspaceId: string, campaignId: string): Promise<CampaignRecord | null> {
  const found = await CampaignModel.findOne({ workspaceId, _id: campaignId }).lean<CampaignDoc>();
  return found && toRecord(found);
}

export async function findCampaigns(workspaceId: string, campaignIds: string[]): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ workspaceId, _id: { $in: campaignIds } })
    .limit(1_000)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
}

export function listCampaigns(
  workspaceId: string,
  { q, ...filter }: { state?: CampaignState; name?: string; q?: string },
  page: PageRequest,
): Promise<PageResult<CampaignRecord>> {
  const named = q === undefined ? {} : { $and: [{ name: { $regex: escapeRegExp(q), $options: 'i' } }] };
  return findPage<CampaignDoc>(CampaignModel, { workspaceId, ...given(filter), ...named }, page);
}

const sendingMax = 1_000;

/** Campaigns of a workspace that are running, or scheduled to start. */
export async function findSendingCampaigns(workspaceId: string): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ workspaceId, state: { $in: ['running', 'scheduled'] } })
    .sort({ _id: 1 })
    .limit(sendingMax)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
}

export type CampaignChanges = Partial<Omit<CampaignRecord, 'id' | 'workspaceId' | 'state' | 'version' | 'createdAt'>>;

export async function updateCampaign(
  workspaceId: string,
  campaignId: string,
  changes: CampaignChanges,
  now: Date,
  expectedVersion?: number,
): Promise<CampaignRecord | null> {
  const updated = await CampaignModel.findOneAndUpdate(
    { workspaceId, _id: campaignId, ...(expectedVersion !== undefined && { version: expectedVersion }) },
    { $set: { ...changes, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<CampaignDoc>();
  return updated && toRecord(updated);
}

/** Names the manifest of a campaign launched before manifests were stored. False if it has one. */
export async function noteManifest(workspaceId: string, campaignId: string, manifestId: string): Promise<boolean> {
  const isMissing = { workspaceId, _id: campaignId, manifestId: { $exists: false } };
  const { modifiedCount } = await CampaignModel.updateOne(isMissing, { $set: { manifestId } });
  return modifiedCount === 1;
}

/**
 * Applies a named transition to the campaign. Returns null if it is deleted or its state does not allow the transition.
 */
export async function transitionCampaign(
  workspaceId: string,
  campaignId: string,
  transition: CampaignTransition,
  changes: CampaignChanges,
  now: Date,
): Promise<CampaignRecord | null> {
  const { from, to } = campaignTransitions[transition];
  const updated = await CampaignModel.findOneAndUpdate(
    { workspaceId, _id: campaignId, state: { $in: [...from] } },
    { $set: { pauseReason: null, ...changes, state: to, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<CampaignDoc>();
  return updated && toRecord(updated);
}

export async function deleteCampaign(workspaceId: string, campaignId: string): Promise<boolean> {
  const { deletedCount } = await CampaignModel.deleteOne({ workspaceId, _id: campaignId });
  return deletedCount === 1;
}

const autopilotLaunchesMax = 1_000;

/** Campaigns that were launched without a person and still send. */
export async function findAutopilotLaunches(workspaceId: string): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({
    workspaceId,
    isAutopilotLaunch: true,
    state: { $in: ['running', 'scheduled'] },
  })
    .limit(autopilotLaunchesMax)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
}

/** Limits a query to one workspace, by its own clock. Without it, all workspaces match. */
interface Within {
  workspaceId?: string;
}

/** Campaigns of all workspaces whose start time has come. For the worker. */
export async function findDueCampaigns(now: Date, limit: number, within: Within = {}): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ ...within, state: 'scheduled', startAt: { $lte: now } })
    .limit(limit)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
}

/** Running campaigns of all workspaces whose last day has passed. For the worker. */
export async function findEndedCampaigns(now: Date, limit: number, within: Within = {}): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ ...within, state: 'running', endAt: { $lte: now } })
    .limit(limit)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
}

/** Running campaigns of all workspaces with enrollments to start. For the worker. */
export async function findQueueingCampaigns(limit: number): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ state: 'running', isQueueing: true }).limit(limit).lean<CampaignDoc[]>();
  return found.map(toRecord);
}

/** Ended campaigns of all workspaces with enrollments left to end. For the worker. */
export async function findEmptyingCampaigns(limit: number): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ isEmptying: true }).limit(limit).lean<CampaignDoc[]>();
  return found.map(toRecord);
}

/** Running campaigns of all workspaces, ordered by ID, in pages. For the worker. */
export async function findRunningCampaigns(afterId: string, limit: number): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ state: 'running', _id: { $gt: afterId } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
}
