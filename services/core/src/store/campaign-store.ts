import { Schema } from 'mongoose';
import {
  type CampaignPauseReason,
  type CampaignState,
  type CampaignTransition,
  campaignStates,
  campaignTransitions,
} from '../domain/campaign-state.ts';
import type { EmailStatus } from '../domain/contact.ts';
import { newId } from '../domain/ids.ts';
import type { PageRequest, PageResult } from '../domain/paging.ts';
import type { SendWindow } from '../domain/send-window.ts';
import type { SequenceStep } from '../domain/sequence-step.ts';
import { defineModel, toRecord } from './define-model.ts';
import { findPage } from './find-page.ts';

export interface CampaignDoc {
  _id: string;
  workspaceId: string;
  name: string;
  goal: string | null;
  state: CampaignState;
  pauseReason: CampaignPauseReason | null;
  steps: SequenceStep[];
  /** Empty: all active mailboxes of the workspace. */
  mailboxIds: string[];
  /** Null: the workspace's default window. */
  window: SendWindow | null;
  startAt: Date | null;
  endAt: Date | null;
  /** Messages a day; null: no limit of its own. */
  dailyCap: number | null;
  /** First messages a day. */
  newPerDayCap: number | null;
  /** Null: the workspace's. */
  perCompanyDailyCap: number | null;
  stopOnReply: boolean;
  stopCompanyOnReply: boolean;
  onePerCompany: boolean;
  allowedEmailStatuses: EmailStatus[];
  /** Whether messages carry an unsubscribe link in the text (the List-Unsubscribe header is always there). */
  unsubscribe: boolean;
  /** `launch`: launching approves all messages. `each_message`: each waits for a person. */
  approval: 'launch' | 'each_message';
  launchedAt: Date | null;
  launchedBy: string | null;
  completedAt: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}
export type CampaignRecord = Omit<CampaignDoc, '_id'> & { id: string };

const text = { type: String, default: null };
const date = { type: Date, default: null };
const number = { type: Number, default: null };

const schema = new Schema({
  workspaceId: { type: String, required: true },
  name: { type: String, required: true },
  goal: text,
  state: { type: String, enum: campaignStates, required: true },
  pauseReason: text,
  steps: { type: [Schema.Types.Mixed], default: [] },
  mailboxIds: { type: [String], default: [] },
  window: { type: Schema.Types.Mixed, default: null },
  startAt: date,
  endAt: date,
  dailyCap: number,
  newPerDayCap: number,
  perCompanyDailyCap: number,
  stopOnReply: { type: Boolean, default: true },
  stopCompanyOnReply: { type: Boolean, default: false },
  onePerCompany: { type: Boolean, default: false },
  allowedEmailStatuses: { type: [String], default: ['valid'] },
  unsubscribe: { type: Boolean, default: true },
  approval: { type: String, enum: ['launch', 'each_message'], default: 'launch' },
  launchedAt: date,
  launchedBy: text,
  completedAt: date,
  createdBy: { type: String, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  version: { type: Number, default: 1 },
});
schema.index({ workspaceId: 1, _id: -1 });
schema.index({ workspaceId: 1, state: 1, _id: -1 });
schema.index({ workspaceId: 1, name: 1, _id: 1 });
// The worker's sweeps, over all workspaces.
schema.index({ state: 1, startAt: 1 });

const CampaignModel = defineModel<CampaignDoc>('Campaign', 'campaigns', schema);

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
