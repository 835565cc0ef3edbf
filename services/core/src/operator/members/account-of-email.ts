import { AppError } from '../../errors/errors.ts';
import { listWorkspacesOf, type WorkspaceOfUser } from '../../store/members/membership-store.ts';
import { findUserByEmail, type UserRecord } from '../../store/members/user-store.ts';

/** User with this email address, and the workspace to use: their own first one, or the first they belong to. */
export async function accountOfEmail(
  email: string,
  workspaceId: string | undefined,
): Promise<{ user: UserRecord; workspace: WorkspaceOfUser }> {
  const user = await findUserByEmail(email);
  if (!user) throw new AppError('not_found', `There is no user with the e-mail address ${email}.`);
  const workspaces = await listWorkspacesOf(user.id);
  const workspace = workspaceId
    ? workspaces.find(({ id }) => id === workspaceId)
    : (workspaces.find(({ role }) => role === 'owner') ?? workspaces[0]);
  if (!workspace) {
    throw new AppError('not_found', `${user.email} is not a member of ${workspaceId ?? 'any workspace'}.`);
  }
  return { user, workspace };
}
