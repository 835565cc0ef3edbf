import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { setOwner } from '../../store/members/membership-store.ts';
import { setWorkspaceOwner } from '../../store/members/workspace-people-store.ts';

/** Transfers ownership and makes the previous owner an admin, atomically. */
export function handOver(
  workspaceId: string,
  ownerId: string,
  nextOwnerId: string,
  record: () => Promise<void>,
): Promise<void> {
  return inTransaction(async () => {
    if (!(await setOwner(workspaceId, ownerId, nextOwnerId))) {
      throw new AppError('validation_failed', 'Choose a member of this workspace.', { field: 'userId' });
    }
    await setWorkspaceOwner(workspaceId, nextOwnerId);
    await record();
  });
}
