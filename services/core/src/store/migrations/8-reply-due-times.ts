import type { ReplyClass } from '../../domain/replies/reply-classes.ts';
import { dueAtOf } from '../../domain/replies/reply-due.ts';
import type { SendWindow } from '../../domain/sending/send-window.ts';
import { changeInBatches } from './change-in-batches.ts';
import type { Migration } from './migration.ts';

interface OldReply {
  _id: string;
  workspaceId: string;
  class: ReplyClass;
  receivedAt: Date;
}

interface Workspace {
  _id: string;
  settings: { window: SendWindow; timeZone: string };
}

/** Before this version, replies had no due time. */
export const replyDueTimes: Migration = {
  version: 8,
  name: 'replies have due times',
  isCompatible: true,
  async run(run) {
    const workspaces = run.db.collection<Workspace>('workspaces');
    const known = new Map<string, Workspace | null>();
    await changeInBatches<OldReply>(run, 'replies', { dueAt: { $exists: false } }, async (reply) => {
      const { _id, workspaceId } = reply;
      if (!known.has(workspaceId)) known.set(workspaceId, await workspaces.findOne({ _id: workspaceId }));
      const settings = known.get(workspaceId)?.settings;
      if (settings === undefined) return [];
      return [{ updateOne: { filter: { _id }, update: { $set: { dueAt: dueAtOf(reply, settings) } } } }];
    });
  },
};
