import { listMembers, type MembershipRecord } from '../../store/members/membership-store.ts';
import { findUsers, type UserRecord } from '../../store/members/user-store.ts';

/** Who belongs to a workspace; without a user: their account is gone. */
export async function membersOf(workspaceId: string): Promise<(MembershipRecord & { user?: UserRecord })[]> {
  const memberships = await listMembers(workspaceId);
  const users = new Map((await findUsers(memberships.map(({ userId }) => userId))).map((user) => [user.id, user]));
  return memberships.map((membership) => ({ ...membership, user: users.get(membership.userId) }));
}
