import { listMembers, type MembershipRecord } from '../../store/members/membership-store.ts';
import { findUsers, type UserRecord } from '../../store/members/user-store.ts';

/** Members of a workspace. `user` is missing if the account was deleted. */
export async function membersOf(workspaceId: string): Promise<(MembershipRecord & { user?: UserRecord })[]> {
  const memberships = await listMembers(workspaceId);
  const users = new Map((await findUsers(memberships.map(({ userId }) => userId))).map((user) => [user.id, user]));
  return memberships.map((membership) => ({ ...membership, user: users.get(membership.userId) }));
}
