import {
  type CampaignState,
  type CampaignTransition,
  campaignTransitions,
} from '../../domain/campaigns/campaign-state.ts';
import { newId } from '../../domain/ids.ts';
import type { PageRequest, PageResult } from '../../domain/paging.ts';
import { toRecord } from '../define-model.ts';
import { findPage } from '../find-page.ts';
import { type CampaignDoc, CampaignModel } from './campaign-model.ts';

export type CampaignRecord = Omit<CampaignDoc, '_id'> & { id: string };
export type NewCampaign = Pick<CampaignRecord, 'name' | 'createdBy'> &
  Partial<Omit<CampaignRecord, 'id' | 'workspaceId' | 'version' | 'createdAt' | 'updatedAt'>>;

export const insertCampaign = async (
  workspaceId: string,
  campaign: NewCampaign,
  now: Date,
): Promise<CampaignRecord> => {
  const document = { state: 'draft', ...campaign, _id: newId('cmp'), workspaceId, createdAt: now, updatedAt: now };
  const [created] = await CampaignModel.create([document as never]);
  return toRecord((created as unknown as { toObject(): CampaignDoc }).toObject());
};

export const findCampaign = async (workspaceId: string, campaignId: string): Promise<CampaignRecord | null> => {
  const found = await CampaignModel.findOne({ workspaceId, _id: campaignId }).lean<CampaignDoc>();
  return found && toRecord(found);
};

export const findCampaigns = async (workspaceId: string, campaignIds: string[]): Promise<CampaignRecord[]> => {
  const found = await CampaignModel.find({ workspaceId, _id: { $in: campaignIds } })
    .limit(1_000)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
};

export const listCampaigns = (
  workspaceId: string,
  filter: { state?: CampaignState; name?: string },
  page: PageRequest,
): Promise<PageResult<CampaignRecord>> => {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return findPage<CampaignDoc>(CampaignModel, { workspaceId, ...given }, page);
};

const sendingMax = 1_000;

/** The campaigns of a workspace that are under way, or will be at their start time. */
export const findSendingCampaigns = async (workspaceId: string): Promise<CampaignRecord[]> => {
  const found = await CampaignModel.find({ workspaceId, state: { $in: ['running', 'scheduled'] } })
    .sort({ _id: 1 })
    .limit(sendingMax)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
};

export type CampaignChanges = Partial<Omit<CampaignRecord, 'id' | 'workspaceId' | 'state' | 'version' | 'createdAt'>>;

export const updateCampaign = async (
  workspaceId: string,
  campaignId: string,
  changes: CampaignChanges,
  now: Date,
): Promise<CampaignRecord | null> => {
  const updated = await CampaignModel.findOneAndUpdate(
    { workspaceId, _id: campaignId },
    { $set: { ...changes, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<CampaignDoc>();
  return updated && toRecord(updated);
};

/** Takes the campaign through a named transition; null when it is gone or in a state that does not allow it. */
export const transitionCampaign = async (
  workspaceId: string,
  campaignId: string,
  transition: CampaignTransition,
  changes: CampaignChanges,
  now: Date,
): Promise<CampaignRecord | null> => {
  const { from, to } = campaignTransitions[transition];
  const updated = await CampaignModel.findOneAndUpdate(
    { workspaceId, _id: campaignId, state: { $in: [...from] } },
    { $set: { pauseReason: null, ...changes, state: to, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<CampaignDoc>();
  return updated && toRecord(updated);
};

export const deleteCampaign = async (workspaceId: string, campaignId: string): Promise<boolean> => {
  const { deletedCount } = await CampaignModel.deleteOne({ workspaceId, _id: campaignId });
  return deletedCount === 1;
};

/** Campaigns of all workspaces that wait for their start time. For the worker. */
export const findDueCampaigns = async (now: Date, limit: number): Promise<CampaignRecord[]> => {
  const found = await CampaignModel.find({ state: 'scheduled', startAt: { $lte: now } })
    .limit(limit)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
};

/** Running campaigns of all workspaces whose last day has passed. For the worker. */
export const findEndedCampaigns = async (now: Date, limit: number): Promise<CampaignRecord[]> => {
  const found = await CampaignModel.find({ state: 'running', endAt: { $lte: now } })
    .limit(limit)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
};

/** Running campaigns of all workspaces with enrollments to start. For the worker. */
export const findQueueingCampaigns = async (limit: number): Promise<CampaignRecord[]> => {
  const found = await CampaignModel.find({ state: 'running', isQueueing: true }).limit(limit).lean<CampaignDoc[]>();
  return found.map(toRecord);
};

/** Ended campaigns of all workspaces with enrollments left to end. For the worker. */
export const findEmptyingCampaigns = async (limit: number): Promise<CampaignRecord[]> => {
  const found = await CampaignModel.find({ isEmptying: true }).limit(limit).lean<CampaignDoc[]>();
  return found.map(toRecord);
};

/** Running campaigns of all workspaces by id, a part at a time. For the worker. */
export const findRunningCampaigns = async (afterId: string, limit: number): Promise<CampaignRecord[]> => {
  const found = await CampaignModel.find({ state: 'running', _id: { $gt: afterId } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<CampaignDoc[]>();
  return found.map(toRecord);
};
