import { AppError } from '../../errors/errors.ts';
import { isMember } from '../../store/members/membership-store.ts';

/** Requires a member of the workspace, because only members do tasks. */
export async function requireOwner(workspaceId: string, userId: string, field: string): Promise<void> {
  if (await isMember(workspaceId, userId)) return;
  throw new AppError('validation_failed', `${field}: ${userId} is not a member of this workspace.`, { field });
}
