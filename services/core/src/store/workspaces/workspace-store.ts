import { Schema } from 'mongoose';
import type { FooterWording } from '../../domain/messages/footer.ts';
import type { LaunchRules, ReplyDraftRules, StoredAutopilot } from '../../domain/replies/autopilot/autopilot-rules.ts';
import { newId } from '../../domain/values/ids.ts';
import { keepsAll, type Retention } from '../../domain/workspaces/retention-kinds.ts';
import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';
import { forgetOnWrite, rememberShortly } from '../documents/short-memory.ts';

export interface SendWindowSettings {
  days: string[];
  from: string;
  to: string;
  timeZone: string;
}
export interface WorkspaceSettings {
  postalAddress: string;
  senderName: string;
  timeZone: string;
  window: SendWindowSettings;
  perCompanyDailyCap: number;
  recentContactDays: number;
  retentionDays: number | null;
  /** Absent in workspaces that never set it. */
  retention?: Retention;
  /** GDPR Art. 14 sentence below the first message to a person. Empty means none. */
  art14Notice?: string;
  /** Text before the unsubscribe link, by language. */
  footer?: FooterWording;
  /** False if the workspace never sees the built-in directory. Absent in workspaces that never set it. */
  inventedPeople?: boolean;
}

interface WorkspaceDoc {
  _id: string;
  name: string;
  plan: 'trial' | 'paid';
  /** Messages that can be sent without a person's approval. Absent means none. Only a person can change it. */
  autopilotRules?: StoredAutopilot;
  autopilotChangedAt: Date | null;
  autopilotChangedBy: string | null;
  ownerId: string;
  /** Keys and clients suspended by a person. Absent means none. */
  suspendedAgents?: string[];
  /** MCP clients that people can connect (`isAdmitted`). Absent or null means any. */
  admittedClients?: string[] | null;
  /** Offset of the sandbox clock in milliseconds. */
  clockOffsetMs: number;
  settings: WorkspaceSettings;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type WorkspaceRecord = Omit<WorkspaceDoc, '_id'> & { id: string };

export const WorkspaceModel = defineModel<WorkspaceDoc>(
  'Workspace',
  'workspaces',
  new StoredSchema<WorkspaceDoc>({
    name: { type: String, required: true },
    plan: { type: String, enum: ['trial', 'paid'], default: 'trial' },
    autopilotRules: { type: Schema.Types.Mixed, default: {} },
    autopilotChangedAt: { type: Date, default: null },
    autopilotChangedBy: { type: String, default: null },
    ownerId: { type: String, required: true },
    suspendedAgents: { type: [String], default: [] },
    admittedClients: { type: [String], default: null },
    clockOffsetMs: { type: Number, default: 0 },
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
      retention: { type: Object, default: keepsAll },
      art14Notice: { type: String, default: '' },
      footer: { type: Schema.Types.Mixed, default: {} },
      inventedPeople: { type: Boolean, default: true },
    },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
  })
    .index({ clockOffsetMs: 1 }, { partialFilterExpression: { clockOffsetMs: { $gt: 0 } } })
    .index({ 'settings.retentionDays': 1 })
    .plugin(forgetOnWrite),
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

/** Same, up to one second old. */
export function knownWorkspace(workspaceId: string): Promise<WorkspaceRecord | null> {
  return rememberShortly(`workspace ${workspaceId}`, () => findWorkspace(workspaceId));
}

export async function findWorkspaces(workspaceIds: string[]): Promise<WorkspaceRecord[]> {
  const found = await WorkspaceModel.find({ _id: { $in: workspaceIds } })
    .limit(workspaceIds.length)
    .lean();
  return found.map(toRecord);
}

const withRetentionMax = 10_000;

/** All workspaces by ID, page by page. For operators. */
export async function listWorkspaces(after: string | undefined, limit: number): Promise<WorkspaceRecord[]> {
  const found = await WorkspaceModel.find(after === undefined ? {} : { _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<WorkspaceDoc[]>();
  return found.map(toRecord);
}

const pageSize = 500;

/** Yields every workspace, reading page by page. For operators and the worker. */
export async function* everyWorkspace(): AsyncGenerator<WorkspaceRecord> {
  for (let after: string | undefined; ; ) {
    const page = await listWorkspaces(after, pageSize);
    if (page.length === 0) return;
    yield* page;
    after = page.at(-1)!.id;
  }
}

/** Workspaces with a retention limit for people. For the worker. */
export async function findWorkspacesWithRetention(): Promise<WorkspaceRecord[]> {
  const found = await WorkspaceModel.find({ 'settings.retentionDays': { $gt: 0 } })
    .limit(withRetentionMax)
    .lean();
  return found.map(toRecord);
}

/** Changes only the given settings. Returns null if the workspace is deleted or `expectedVersion` no longer matches. */
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

/** Called only by the application's pages, and by no action. */
export async function setAutopilot(
  workspaceId: string,
  rules: { answers: ReplyDraftRules } | { launches: LaunchRules },
  userId: string,
  now: Date,
): Promise<void> {
  const set = Object.fromEntries(Object.entries(rules).map(([half, value]) => [`autopilotRules.${half}`, value]));
  await WorkspaceModel.updateOne(
    { _id: workspaceId },
    {
      $set: { ...set, autopilotChangedAt: now, autopilotChangedBy: userId, updatedAt: now },
      $inc: { version: 1 },
    },
  );
}
