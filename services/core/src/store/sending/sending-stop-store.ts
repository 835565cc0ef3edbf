import type { Actor } from '../../domain/members/actor.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { boolean, choice, date, object, optional, string, withDefault } from '../documents/paths.ts';

export const stopReasons = ['person', 'operator', 'restore', 'disk_full'] as const;
export type StopReason = (typeof stopReasons)[number];

/** While this document exists, all sending of one workspace, or of the installation, is stopped. */
type SendingStopDoc = DocOf<typeof SendingStopModel>;
export type SendingStop = RecordOf<SendingStopDoc>;

export const installation = 'installation';
const stopsMax = 10_000;

const SendingStopModel = defineModel(
  'SendingStop',
  'sending_stops',
  stored({
    /** ID of a workspace, or `installation`. */
    _id: string,
    reason: choice(stopReasons),
    note: withDefault(string, ''),
    stoppedBy: object<Actor>(),
    stoppedAt: date,
    /** Set after a restore without a journal. A person must accept that to resume sending. */
    isJournalMissing: optional(boolean),
  }),
);

/** Stops sending. An existing stop stays unchanged. `scope` is a workspace's ID or `installation`. */
export async function stopSending(scope: string, stop: Omit<SendingStopDoc, '_id'>): Promise<SendingStop> {
  const stored = await SendingStopModel.findOneAndUpdate(
    { _id: scope },
    { $setOnInsert: stop },
    { upsert: true, returnDocument: 'after' },
  ).lean<SendingStopDoc>();
  return toRecord(stored!);
}

/** Returns false if it was not stopped. */
export async function resumeSending(scope: string): Promise<boolean> {
  return (await SendingStopModel.deleteOne({ _id: scope })).deletedCount === 1;
}

/** Lifts the installation's stop if it is this one. Returns false without a stop, or for another one. */
export async function resumeAfter(reason: StopReason, stoppedById: string): Promise<boolean> {
  const own = { _id: installation, reason, 'stoppedBy.id': stoppedById };
  return (await SendingStopModel.deleteOne(own)).deletedCount === 1;
}

/** Stops that apply to this workspace: its own, the installation's, both, or neither. */
export async function findSendingStops(workspaceId: string): Promise<SendingStop[]> {
  const found = await SendingStopModel.find({ _id: { $in: [workspaceId, installation] } })
    .limit(2)
    .lean<SendingStopDoc[]>();
  return found.map(toRecord);
}

/** Checked again right before a message is sent, without a cache. */
export async function isSendingStopped(workspaceId: string): Promise<boolean> {
  return (await findSendingStops(workspaceId)).length > 0;
}

export async function findSendingStop(scope: string): Promise<SendingStop | null> {
  const found = await SendingStopModel.findById(scope).lean<SendingStopDoc>();
  return found && toRecord(found);
}

export async function listSendingStops(): Promise<SendingStop[]> {
  const found = await SendingStopModel.find().sort({ _id: 1 }).limit(stopsMax).lean<SendingStopDoc[]>();
  return found.map(toRecord);
}

/** Workspaces whose messages must not be claimed. */
export async function findStoppedWorkspaces(): Promise<{ isAllStopped: boolean; workspaceIds: string[] }> {
  const stops = await SendingStopModel.find({}, { _id: 1 }).limit(stopsMax).lean<{ _id: string }[]>();
  const workspaceIds = stops.map(({ _id }) => _id).filter((id) => id !== installation);
  return { isAllStopped: workspaceIds.length < stops.length, workspaceIds };
}
