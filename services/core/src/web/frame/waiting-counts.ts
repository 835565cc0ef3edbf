import { countMessages, countReplies, countRequests } from '../../engine/approvals/work-for-person.ts';
import type { PlaceCounts } from './navigation.ts';

const countedMax = 99;

const keptMs = 3_000;
const workspacesMax = 1_000;

interface Kept {
  counts: PlaceCounts;
  until: number;
}

/** What waits for a person in each workspace, kept for some seconds for pages that show it by the way. */
export class WaitingCounts {
  readonly #kept = new Map<string, Kept>();

  /** Counted again where that is what the page is looked at for. */
  async count(workspaceId: string, now: Date, isPageAboutIt: boolean): Promise<PlaceCounts> {
    const kept = this.#kept.get(workspaceId);
    if (kept !== undefined && !isPageAboutIt && kept.until > now.getTime()) return kept.counts;
    const counts = await countWaiting(workspaceId, now);
    if (this.#kept.size >= workspacesMax) this.#kept.clear();
    this.#kept.set(workspaceId, { counts, until: now.getTime() + keptMs });
    return counts;
  }

  /** After something was done in it. */
  forget(workspaceId: string): void {
    this.#kept.delete(workspaceId);
  }
}

/** By the places of the navigation where it is seen to. */
async function countWaiting(workspaceId: string, now: Date): Promise<PlaceCounts> {
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
