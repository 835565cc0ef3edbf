import { changeInBatches } from './change-in-batches.ts';
import type { Migration } from './migration.ts';

interface OldEnrollment {
  _id: string;
  workspaceId: string;
  contactId: string;
  endedAt: Date | null;
}

const openMessages = ['draft', 'awaiting_approval', 'approved', 'scheduled'];

function closed(at: Date) {
  const set = { state: 'skipped', skipReason: 'sequence_ended', isAnnounced: true, closedAt: at, updatedAt: at };
  return { $set: set, $inc: { version: 1 } };
}

/**
 * Before this version, two concurrent requests could enroll one person in two campaigns. The older enrollment stays.
 */
export const oneOpenEnrollment: Migration = {
  version: 6,
  name: 'each contact has at most one open enrollment',
  isCompatible: false,
  async run(run) {
    const { db, save, log } = run;
    let { ended = 0, after } = (run.saved ?? {}) as { ended?: number; after?: string };
    const enrollments = db.collection<OldEnrollment>('enrollments');
    const keep = { ...run, saved: { after }, save: (state: object) => save({ ...state, ended }) } as typeof run;
    await changeInBatches<OldEnrollment>(keep, 'enrollments', { endedAt: null }, async (enrollment) => {
      const { _id, workspaceId, contactId } = enrollment;
      const older = await enrollments.findOne({ workspaceId, contactId, endedAt: null, _id: { $lt: _id } });
      if (older === null) return [];
      ended += 1;
      const at = new Date();
      const cancelled = { $set: { state: 'cancelled', updatedAt: at }, $inc: { version: 1, fence: 1 } };
      await db
        .collection('messages')
        .updateMany({ workspaceId, enrollmentId: _id, state: { $in: openMessages } }, cancelled);
      await db.collection('tasks').updateMany({ workspaceId, enrollmentId: _id, state: 'open' }, closed(at));
      const removed = { state: 'removed', endReason: 'other_campaign', endedAt: at, updatedAt: at };
      const update = { $set: { ...removed, pauseReason: null, resumeAt: null }, $inc: { version: 1 } };
      return [{ updateOne: { filter: { _id }, update } }];
    });
    log(`ended ${ended} second enrollments of contacts that were in two campaigns at once`);
  },
};
