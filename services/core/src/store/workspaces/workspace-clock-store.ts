import { WorkspaceModel } from './workspace-store.ts';

/** Moves the clock of a workspace on; returns how far it is ahead now. */
export async function advanceClock(workspaceId: string, byMs: number, now: Date): Promise<number> {
  const updated = await WorkspaceModel.findOneAndUpdate(
    { _id: workspaceId },
    { $inc: { clockOffsetMs: byMs }, $set: { updatedAt: now } },
    { returnDocument: 'after' },
  ).lean();
  return updated?.clockOffsetMs ?? 0;
}

/** A workspace that sends for real goes by the real time. */
export async function resetClock(workspaceId: string): Promise<void> {
  await WorkspaceModel.updateOne({ _id: workspaceId, clockOffsetMs: { $gt: 0 } }, { $set: { clockOffsetMs: 0 } });
}

const shiftedMax = 10_000;

/** Workspaces whose clock is ahead of the real one: what is due there by their own clock is due. For the worker. */
export async function findShiftedClocks(): Promise<{ workspaceId: string; offsetMs: number }[]> {
  const found = await WorkspaceModel.find({ clockOffsetMs: { $gt: 0 } }, { clockOffsetMs: 1 })
    .limit(shiftedMax)
    .lean();
  return found.map(({ _id, clockOffsetMs }) => ({ workspaceId: _id, offsetMs: clockOffsetMs }));
}
