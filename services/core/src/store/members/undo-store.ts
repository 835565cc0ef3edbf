import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, string } from '../documents/paths.ts';

/** Operation that reverts a member's last action in the application, for ten minutes. */
export type UndoDoc = DocOf<typeof UndoModel>;

const UndoModel = defineModel(
  'Undo',
  'undos',
  stored({
    workspaceId: string,
    userId: string,
    /** The operation and its input, sealed. */
    operation: string,
    until: date,
  })
    .index({ workspaceId: 1, userId: 1 })
    .index({ until: 1 }, { expireAfterSeconds: 0 }),
);

export async function insertUndo(undo: UndoDoc): Promise<void> {
  await UndoModel.create([undo]);
}

/** The member's own undo, if it can still be used. */
export function findUndo(
  { _id, workspaceId, userId }: Pick<UndoDoc, '_id' | 'workspaceId' | 'userId'>,
  now: Date,
): Promise<UndoDoc | null> {
  return UndoModel.findOne({ _id, workspaceId, userId, until: { $gt: now } }).lean<UndoDoc>();
}

/** Removes what a member who leaves could undo. */
export async function removeUndosOf({ workspaceId, userId }: Pick<UndoDoc, 'workspaceId' | 'userId'>): Promise<void> {
  await UndoModel.deleteMany({ workspaceId, userId });
}

/** Removes everything that members of the workspace could undo, because it may name a person who was erased. */
export async function removeUndos(workspaceId: string): Promise<void> {
  await UndoModel.deleteMany({ workspaceId });
}
