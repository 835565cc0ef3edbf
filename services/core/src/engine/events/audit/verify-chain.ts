import { type ChainLink, chainStart, linkAfter } from '../../../domain/events/audit/audit-chain.ts';
import { judgeMark, MarkOrder } from '../../../domain/events/audit/audit-mark.ts';
import { type ClockStep, explainsOrder } from '../../../domain/events/audit/clock-steps.ts';
import { timeOfId } from '../../../domain/values/ids.ts';
import {
  type AuditChain,
  type ChainedEntry,
  findChain,
  findTail,
  readChained,
} from '../../../store/events/audit/audit-chain-store.ts';
import { findClockSteps } from '../../../store/events/audit/clock-step-store.ts';
import { markingKeys } from '../../../store/secrets/store-keys.ts';

export interface ChainReport {
  workspaceId: string;
  entries: number;
  /** Last link, to store elsewhere. A chain that ends earlier, or with another hash, was rewritten. */
  head: ChainLink;
  /** Entries that are not chained yet, and can still be changed unnoticed. */
  tail: { count: number; since: Date | null };
  problems: string[];
  /** Recorded steps of the clock. They explain entries out of order and accuse no one. */
  steps: ClockStep[];
}

const problemsMax = 100;

/** Verifies the chain of a workspace from its first remaining entry. */
export async function verifyChain(workspaceId: string): Promise<ChainReport> {
  // Read the head first, so that entries chained in the meantime are included.
  const head = await findChain(workspaceId);
  const problems: string[] = [];
  let [last, entries]: [ChainLink, number] = [chainStart, 0];
  const order = new TimeOrder(await findClockSteps(workspaceId));
  const marks = new MarkOrder();
  for await (const entry of readChained(workspaceId)) {
    const link = entry.chain!;
    if (link.seq > head.seq) break;
    entries += 1;
    const ofEntry = linkProblem(entry, last) ?? order.problemOf(entry) ?? markProblem(entry, marks);
    for (const problem of [gapProblem(link, last, head), ofEntry])
      if (problem !== null && problems.length < problemsMax) problems.push(problem);
    if (link.seq > last.seq) last = link;
  }
  const isCutOff = last.seq < head.seq && head.removedThrough < head.seq;
  if (isCutOff) problems.push(`entries ${last.seq + 1} to ${head.seq} were removed`);
  else if (last.seq === head.seq && last.hash !== head.hash)
    problems.push(`the chain ends in another hash than it did`);
  const { seq, hash } = head;
  return { workspaceId, entries, head: { seq, hash }, tail: await findTail(workspaceId), problems, steps: order.steps };
}

/**
 * Maximum delay of an entry compared with its neighbors, for the longest transaction and clock differences, in
 * milliseconds.
 */
export const lateMs = 10 * 60_000;

/**
 * The chain follows the order of the IDs, which contain the time of writing. An entry inserted by hand later follows
 * entries that are younger than its claimed time. (Times can be later than the ID, because the sandbox moves its clock,
 * but never earlier.) Where the clock was set back, both differ for genuine entries, and the recorded step explains it.
 */
class TimeOrder {
  readonly steps: ClockStep[];
  #latest = 0;

  constructor(steps: ClockStep[]) {
    this.steps = steps;
  }

  problemOf(entry: ChainedEntry): string | null {
    const written = timeOfId(entry._id);
    const earlier = Math.min(written ?? Number.NaN, entry.createdAt.getTime());
    const later = Math.max(written ?? Number.NaN, this.#latest);
    const isInOrder = earlier >= later - lateMs;
    const isAfterStep = this.steps.some((step) => explainsOrder(step, earlier, later, lateMs));
    this.#latest = isInOrder ? later : isAfterStep ? written! : this.#latest;
    return isInOrder || isAfterStep ? null : `${nameOf(entry)} was inserted later than it says`;
  }
}

/** Detects an entry that was written by hand with a current position and time. It lacks the product's mark. */
function markProblem(entry: ChainedEntry, marks: MarkOrder): string | null {
  const verdict = judgeMark(markingKeys(), entry, entry.mark);
  const isRight = marks.isRight(verdict, timeOfId(entry._id) ?? 0);
  return isRight ? null : `${nameOf(entry)} was not written by the product`;
}

function nameOf({ _id, chain, createdAt }: ChainedEntry): string {
  return `entry ${chain!.seq} (${_id}, ${createdAt.toISOString()})`;
}

function gapProblem({ seq }: ChainLink, last: ChainLink, { removedThrough }: AuditChain): string | null {
  const isWhole = seq <= last.seq + 1 || removedThrough >= seq - 1;
  return isWhole ? null : `entries ${last.seq + 1} to ${seq - 1} were removed`;
}

function linkProblem(entry: ChainedEntry, last: ChainLink): string | null {
  const { seq, hash } = entry.chain!;
  if (seq === last.seq) return `${nameOf(entry)} was inserted`;
  // The preceding entry was removed. Only the next entry can verify this one.
  if (seq > last.seq + 1) return null;
  return linkAfter(last, entry).hash === hash ? null : `${nameOf(entry)} was changed`;
}
