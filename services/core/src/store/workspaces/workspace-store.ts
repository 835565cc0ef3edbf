import type { ClaimPolicy } from '../../domain/messages/claims/claim-policy.ts';
import type { Voice } from '../../domain/messages/drafts/voice.ts';
import type { FooterWording } from '../../domain/messages/footer.ts';
import type { LaunchRules, ReplyDraftRules, StoredAutopilot } from '../../domain/replies/autopilot/autopilot-rules.ts';
import { newId } from '../../domain/values/ids.ts';
import type { Waterfall } from '../../domain/workspaces/providers/waterfall.ts';
import { keepsAll, type Retention } from '../../domain/workspaces/retention-kinds.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import {
  boolean,
  choice,
  date,
  group,
  nullable,
  number,
  object,
  optional,
  string,
  strings,
  withDefault,
} from '../documents/paths.ts';
import { forgetOnWrite, rememberShortly } from '../documents/short-memory.ts';

type WorkspaceDoc = DocOf<typeof WorkspaceModel>;
export type WorkspaceRecord = RecordOf<WorkspaceDoc>;
export type WorkspaceSettings = WorkspaceDoc['settings'];

export const WorkspaceModel = defineModel(
  'Workspace',
  'workspaces',
  stored({
    name: string,
    plan: withDefault(choice(['trial', 'paid']), 'trial'),
    /** Messages that can be sent without a person's approval. Absent means none. Only a person can change it. */
    autopilotRules: optional(withDefault(object<StoredAutopilot>(), {})),
    autopilotChangedAt: nullable(date),
    autopilotChangedBy: nullable(string),
    /** User ID of the person who turned each half on. If absent, `autopilotChangedBy` or the owner. */
    autopilotBy: optional(object<Partial<Record<keyof StoredAutopilot, string>>>()),
    ownerId: string,
    /** Keys and clients suspended by a person. Absent means none. */
    suspendedAgents: optional(withDefault(strings, [])),
    /** MCP clients that people can connect (`isAdmitted`). Absent or null means any. */
    admittedClients: optional(nullable(strings)),
    /** Offset of the sandbox clock in milliseconds. */
    clockOffsetMs: withDefault(number, 0),
    settings: group({
      postalAddress: withDefault(string, ''),
      senderName: withDefault(string, ''),
      timeZone: withDefault(string, 'Europe/Berlin'),
      window: group({
        days: withDefault(strings, ['mon', 'tue', 'wed', 'thu', 'fri']),
        from: withDefault(string, '09:00'),
        to: withDefault(string, '17:00'),
        timeZone: withDefault(string, 'recipient'),
      }),
      perCompanyDailyCap: withDefault(number, 3),
      recentContactDays: withDefault(number, 30),
      retentionDays: nullable(number),
      /** Absent in workspaces that never set it. */
      retention: optional(withDefault(object<Retention>(), keepsAll)),
      /** GDPR Art. 14 sentence below the first message to a person. Empty means none. */
      art14Notice: optional(withDefault(string, '')),
      /** Text before the unsubscribe link, by language. */
      footer: optional(withDefault(object<FooterWording>(), {})),
      /** False if the workspace never sees the built-in directory. Absent in workspaces that never set it. */
      inventedPeople: optional(withDefault(boolean, true)),
      /** Absent in workspaces that never set it. */
      claimPolicy: optional(object<ClaimPolicy>()),
      voice: optional(object<Voice>()),
      waterfall: optional(object<Waterfall>()),
    }),
    createdAt: date,
    updatedAt: date,
    version: withDefault(number, 1),
  })
    .index({ clockOffsetMs: 1 }, { partialFilterExpression: { clockOffsetMs: { $gt: 0 } } })
    .index({ 'settings.retentionDays': 1 })
    .plugin(forgetOnWrite),
  'settings',
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
  const [[half, value] = []] = Object.entries(rules);
  const set = { [`autopilotRules.${half}`]: value, [`autopilotBy.${half}`]: userId };
  const changed = { autopilotChangedAt: now, autopilotChangedBy: userId, updatedAt: now };
  await WorkspaceModel.updateOne({ _id: workspaceId }, { $set: { ...set, ...changed }, $inc: { version: 1 } });
}
