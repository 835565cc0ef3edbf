import { Schema } from 'mongoose';
import { newId } from '../../domain/ids.ts';
import { defineModel, toRecord } from '../define-model.ts';

export type SendWindowSettings = { days: string[]; from: string; to: string; timeZone: string };
export type WorkspaceSettings = {
  postalAddress: string;
  senderName: string;
  timeZone: string;
  window: SendWindowSettings;
  perCompanyDailyCap: number;
  recentContactDays: number;
  retentionDays: number | null;
};

interface WorkspaceDoc {
  _id: string;
  name: string;
  plan: 'trial' | 'paid';
  /** Whether campaigns and answers go out without a person's approval; only a person may change it. */
  autopilot: boolean;
  autopilotChangedAt: Date | null;
  autopilotChangedBy: string | null;
  ownerId: string;
  settings: WorkspaceSettings;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type WorkspaceRecord = Omit<WorkspaceDoc, '_id'> & { id: string };

const WorkspaceModel = defineModel<WorkspaceDoc>(
  'Workspace',
  'workspaces',
  new Schema({
    name: { type: String, required: true },
    plan: { type: String, enum: ['trial', 'paid'], default: 'trial' },
    autopilot: { type: Boolean, default: false },
    autopilotChangedAt: { type: Date, default: null },
    autopilotChangedBy: { type: String, default: null },
    ownerId: { type: String, required: true },
    settings: {
      postalAddress: { type: String, default: '' },
      senderName: { type: String, default: '' },
      timeZone: { type: String, default: 'Europe/Berlin' },
      window: {
        days: { type: [String], default: ['mon', 'tue', 'wed', 'thu', 'fri'] },
        from: { type: String, default: '09:00' },
        to: { type: String, default: '17:00' },
        timeZone: { type: String, default: 'recipient' },
      },
      perCompanyDailyCap: { type: Number, default: 3 },
      recentContactDays: { type: Number, default: 30 },
      retentionDays: { type: Number, default: null },
    },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
  })
    .index({ ownerId: 1 })
    .index({ 'settings.retentionDays': 1 }),
);

export async function createWorkspace(workspace: {
  name: string;
  ownerId: string;
  now: Date;
}): Promise<WorkspaceRecord> {
  const [created] = await WorkspaceModel.create([
    {
      _id: newId('wsp'),
      name: workspace.name,
      ownerId: workspace.ownerId,
      createdAt: workspace.now,
      updatedAt: workspace.now,
    },
  ]);
  return toRecord(created!.toObject<WorkspaceDoc>());
}

export async function findWorkspace(workspaceId: string): Promise<WorkspaceRecord | null> {
  const found = await WorkspaceModel.findOne({ _id: workspaceId }).lean();
  return found && toRecord(found);
}

export async function findWorkspaces(workspaceIds: string[]): Promise<WorkspaceRecord[]> {
  const found = await WorkspaceModel.find({ _id: { $in: workspaceIds } })
    .limit(workspaceIds.length)
    .lean();
  return found.map(toRecord);
}

const withRetentionMax = 10_000;

/** Those of all workspaces that forget people after a time. For the worker. */
export async function findWorkspacesWithRetention(): Promise<WorkspaceRecord[]> {
  const found = await WorkspaceModel.find({ 'settings.retentionDays': { $gt: 0 } })
    .limit(withRetentionMax)
    .lean();
  return found.map(toRecord);
}

/** Changes the given settings only; null when the workspace is gone or `expectedVersion` no longer holds. */
export async function updateWorkspaceSettings(
  workspaceId: string,
  changes: Partial<WorkspaceSettings>,
  now: Date,
  expectedVersion?: number,
): Promise<WorkspaceRecord | null> {
  const set = Object.fromEntries(Object.entries(changes).map(([name, value]) => [`settings.${name}`, value]));
  const filter = { _id: workspaceId, ...(expectedVersion === undefined ? {} : { version: expectedVersion }) };
  const updated = await WorkspaceModel.findOneAndUpdate(
    filter,
    { $set: { ...set, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean();
  return updated && toRecord(updated);
}

export async function renameWorkspace(workspaceId: string, name: string, now: Date): Promise<void> {
  await WorkspaceModel.updateOne({ _id: workspaceId }, { $set: { name, updatedAt: now }, $inc: { version: 1 } });
}

/** Called by the application's pages only: no action reaches it. */
export async function setAutopilot(workspaceId: string, isOn: boolean, userId: string, now: Date): Promise<void> {
  await WorkspaceModel.updateOne(
    { _id: workspaceId },
    {
      $set: { autopilot: isOn, autopilotChangedAt: now, autopilotChangedBy: userId, updatedAt: now },
      $inc: { version: 1 },
    },
  );
}

export async function deleteWorkspace(workspaceId: string): Promise<void> {
  await WorkspaceModel.deleteOne({ _id: workspaceId });
}
