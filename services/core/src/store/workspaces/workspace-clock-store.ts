import { WorkspaceModel } from './workspace-store.ts';

/** Advances the clock of a workspace. Returns its total offset. */
export async function advanceClock(workspaceId: string, byMs: number, now: Date): Promise<number> {
  const updated = await WorkspaceModel.findOneAndUpdate(
    { _id: workspaceId },
    { $inc: { clockOffsetMs: byMs }, $set: { updatedAt: now } },
    { returnDocument: 'after' },
  ).lean();
  return updated?.clockOffsetMs ?? 0;
}

/** Resets the offset, since a workspace that sends real email uses real time. */
export async function resetClock(workspaceId: string): Promise<void> {
  await WorkspaceModel.updateOne({ _id: workspaceId, clockOffsetMs: { $gt: 0 } }, { $set: { clockOffsetMs: 0 } });
}

const shiftedMax = 10_000;

/** Workspaces whose clock is ahead of real time, so that work becomes due by their own clock. For the worker. */
export async function findShiftedClocks(): Promise<{ workspaceId: string; offsetMs: number }[]> {
  const found = await WorkspaceModel.find({ clockOffsetMs: { $gt: 0 } }, { clockOffsetMs: 1 })
    .limit(shiftedMax)
    .lean();
  return found.map(({ _id, clockOffsetMs }) => ({ workspaceId: _id, offsetMs: clockOffsetMs }));
}
