import { beginTurn, continueTurn, isTurnOver, timeExceeded } from '../allowance.ts';

/** Processor time of this thread, in milliseconds. Excludes time spent waiting for a processor on a busy machine. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

interface Waiting {
  /** Milliseconds that the thread has worked for the command so far. */
  usedMs: number;
  resume(): void;
}

/** Paused long commands. Each turn of the event loop resumes one of them, so that short commands run first. */
const waiting: Waiting[] = [];
let isTurnOfLeast = false;

/**
 * Alternates between the command that used the least time, which ends soon, and the one that waited longest, which
 * would otherwise starve.
 */
function takeNext(): Waiting | undefined {
  isTurnOfLeast = !isTurnOfLeast;
  if (!isTurnOfLeast) return waiting.shift();
  const least = waiting.reduce((best, { usedMs }, at) => (usedMs < waiting[best]!.usedMs ? at : best), 0);
  return waiting.splice(least, 1)[0];
}

export function isAnyWaiting(): boolean {
  return waiting.length > 0;
}

/** Quick work that others are waiting for. Each function returns true if it had something to do. */
const quickWork = new Set<() => boolean>();
let hasGivenWay = false;

/** Registers work that runs before a long command resumes. Replies can be sent in between. */
export function addQuickWork(work: () => boolean): () => void {
  quickWork.add(work);
  return () => quickWork.delete(work);
}

function doQuickWork(): boolean {
  let isAny = false;
  for (const work of quickWork) isAny = work() || isAny;
  return isAny;
}

function resumeOne(): void {
  hasGivenWay = !hasGivenWay && doQuickWork();
  if (!hasGivenWay) takeNext()?.resume();
  if (waiting.length > 0) setImmediate(resumeOne);
}

/** Waits in the queue of paused commands. */
export function nextTurn(usedMs: number): Promise<void> {
  return new Promise((resume) => {
    waiting.push({ usedMs, resume });
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

/** Gives other clients their turn during long work, and stops work that exceeds its time limit. */
export class Breather {
  private readonly deadline: number;
  private usedMs = 0;
  private resumedAt = workedMs();

  constructor(deadline = Number.POSITIVE_INFINITY) {
    this.deadline = deadline;
    continueTurn(deadline);
  }

  get isDue(): boolean {
    if (performance.now() > this.deadline) throw timeExceeded();
    continueTurn(this.deadline);
    return isTurnOver();
  }

  async pause(): Promise<void> {
    this.usedMs += workedMs() - this.resumedAt;
    await nextTurn(this.usedMs);
    this.resumedAt = workedMs();
    beginTurn(this.deadline);
  }
}
