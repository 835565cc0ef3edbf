import { AppError, type ErrorCode } from '../../errors/errors.ts';
import { isMember, membersAmong } from '../../store/members/membership-store.ts';

interface Owned {
  ownerId?: string | null;
}

/** Requires a member of the workspace, because only members own records and do tasks. */
export async function requireOwner(workspaceId: string, userId: string, field: string): Promise<void> {
  if (await isMember(workspaceId, userId)) return;
  throw new AppError('validation_failed', `${field}: ${userId} is not a member of this workspace.`, { field });
}

/** Members among the owners of the records. */
export function ownersOf(workspaceId: string, records: readonly Owned[]): Promise<Set<string>> {
  return membersAmong(workspaceId, [...new Set(records.flatMap(({ ownerId }) => ownerId ?? []))]);
}

/** Problem of a new owner without access to the workspace. An owner from before stays. */
export function ownerProblem(
  { ownerId }: Owned,
  before: Owned | null | undefined,
  members: ReadonlySet<string>,
): { code: ErrorCode; field: string; message: string } | null {
  if (!ownerId || ownerId === before?.ownerId || members.has(ownerId)) return null;
  const message = `ownerId: ${ownerId} is not a member of this workspace. list_members names them.`;
  return { code: 'validation_failed', field: 'ownerId', message };
}
