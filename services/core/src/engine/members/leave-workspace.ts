import { removeMember } from '../../store/members/membership-store.ts';
import { releaseReplies } from '../../store/replies/reply-list-store.ts';
import { cancelWaiting } from '../approvals/cancel-waiting.ts';

/** Removes a member. Their requests are canceled, and their replies belong to no one. False if they are no member. */
export async function leaveWorkspace(workspaceId: string, userId: string, now: Date): Promise<boolean> {
  if (!(await removeMember(workspaceId, userId))) return false;
  await cancelWaiting(workspaceId, { userId }, now);
  await releaseReplies(workspaceId, userId, now);
  return true;
}
