import { countMessages, countReplies, countRequests, countTasks } from '../../engine/approvals/work-for-person.ts';
import { sendingStopsOf } from '../../engine/sending/switch-sending.ts';
import type { PlaceCounts } from './navigation.ts';

const countedMax = 999;

const keptMs = 3_000;
const workspacesMax = 1_000;

/** Facts that every page of a workspace shows around its content. */
export interface ShellFacts {
  counts: PlaceCounts;
  sending: { isStopped: boolean; isStoppedHere: boolean };
}

interface Kept {
  facts: ShellFacts;
  until: number;
}

/** Pending work in each workspace, cached for a few seconds for pages that only mention it. */
export class WaitingCounts {
  readonly #kept = new Map<string, Kept>();

  /** Counts again if the page is about the pending work. */
  async count(workspaceId: string, now: Date, isPageAboutIt: boolean): Promise<ShellFacts> {
    const kept = this.#kept.get(workspaceId);
    if (kept !== undefined && !isPageAboutIt && kept.until > now.getTime()) return kept.facts;
    const facts = await factsOf(workspaceId, now);
    if (this.#kept.size >= workspacesMax) this.#kept.clear();
    this.#kept.set(workspaceId, { facts, until: now.getTime() + keptMs });
    return facts;
  }

  /** Called after a change in the workspace. */
  forget(workspaceId: string): void {
    this.#kept.delete(workspaceId);
  }
}

async function factsOf(workspaceId: string, now: Date): Promise<ShellFacts> {
  const [counts, { stops, isStoppedHere }] = await Promise.all([
    countWaiting(workspaceId, now),
    sendingStopsOf(workspaceId),
  ]);
  return { counts, sending: { isStopped: stops.length > 0, isStoppedHere } };
}

/** Counts by the navigation place where a person handles them. */
async function countWaiting(workspaceId: string, now: Date): Promise<PlaceCounts> {
  const [replies, messages, requests, tasks] = await Promise.all([
    countReplies(workspaceId, countedMax, now),
    countMessages(workspaceId, countedMax),
    countRequests(workspaceId, countedMax, now),
    countTasks(workspaceId, countedMax, now),
  ]);
  const toApprove = messages.count + requests.count;
  return {
    ...(replies.count > 0 && { '/app/inbox': inShort(replies.count, replies.hasMore) }),
    ...(toApprove > 0 && { '/app/approvals': inShort(toApprove, messages.hasMore || requests.hasMore) }),
    ...(tasks.count > 0 && { '/app/tasks': inShort(tasks.count, tasks.hasMore) }),
  };
}

function inShort(count: number, hasMore: boolean): string {
  return hasMore || count > countedMax ? `${countedMax}+` : String(count);
}
