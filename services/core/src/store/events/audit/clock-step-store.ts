import { hash } from 'node:crypto';
import { judgeMark } from '../../../domain/events/audit/audit-mark.ts';
import {
  type ClockStep,
  clockStepAction,
  clockStepId,
  clockStepText,
  readClockStep,
} from '../../../domain/events/audit/clock-steps.ts';
import { timeOfId } from '../../../domain/values/ids.ts';
import { firstIdAt } from '../../documents/first-id.ts';
import { markingKeys } from '../../secrets/store-keys.ts';
import { type AuditDoc, AuditModel, addAuditEntry } from './audit-store.ts';

const stepsMax = 1_000;

export async function addClockStep(workspaceId: string, step: ClockStep): Promise<void> {
  await addAuditEntry({
    workspaceId,
    actor: { kind: 'system', id: 'clock', name: 'Clock' },
    via: 'worker',
    action: clockStepAction,
    effect: 'write',
    inputDigest: hash('sha256', clockStepId(step)),
    requestId: clockStepId(step),
    result: 'ok',
    summary: clockStepText(step),
    credits: 0,
    subjectIds: [],
    createdAt: step.to,
  });
}

/** Recorded steps of the clock. Entries that the product did not write are none. */
export async function findClockSteps(workspaceId: string): Promise<ClockStep[]> {
  const found = await AuditModel.find({ workspaceId, action: clockStepAction })
    .sort({ _id: -1 })
    .limit(stepsMax)
    .lean<AuditDoc[]>();
  return found.flatMap((entry) => {
    const isOurs = !['forged', 'none'].includes(judgeMark(markingKeys(), entry, entry.mark));
    const step = readClockStep(entry.requestId);
    return isOurs && step !== null ? [step] : [];
  });
}

/** Time of the entry with the highest ID, in milliseconds. Null without entries. */
export async function latestEntryTime(workspaceId: string): Promise<number | null> {
  const latest = await AuditModel.findOne({ workspaceId }, { _id: 1 }).sort({ _id: -1 }).lean<Pick<AuditDoc, '_id'>>();
  return latest === null ? null : timeOfId(latest._id);
}

/** Workspaces with entries since this time. */
export async function findWorkspacesWithEntries(since: Date): Promise<string[]> {
  return AuditModel.distinct('workspaceId', { _id: { $gte: firstIdAt('aud', since) } });
}

/** True if any workspace has an entry from after this time. */
export async function hasEntriesAfter(time: Date): Promise<boolean> {
  return (await AuditModel.exists({ _id: { $gte: firstIdAt('aud', time) } })) !== null;
}
