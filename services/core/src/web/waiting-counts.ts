import { countMessages, countReplies, countRequests } from '../engine/approvals/work-for-person.ts';
import type { PlaceCounts } from './navigation.ts';

const countedMax = 99;

/** What waits for a person, beside the places of the navigation where it is seen to. */
export async function waitingCounts(workspaceId: string, now: Date): Promise<PlaceCounts> {
  const [replies, messages, requests] = await Promise.all([
    countReplies(workspaceId, countedMax),
    countMessages(workspaceId, countedMax),
    countRequests(workspaceId, countedMax, now),
  ]);
  const toApprove = messages.count + requests.count;
  return {
    ...(replies.count > 0 && { '/app/replies': inShort(replies.count, replies.hasMore) }),
    ...(toApprove > 0 && { '/app/approvals': inShort(toApprove, messages.hasMore || requests.hasMore) }),
  };
}

function inShort(count: number, hasMore: boolean): string {
  return hasMore || count > countedMax ? `${countedMax}+` : String(count);
}
