import { beginTurn, continueTurn, isTurnOver, timeExceeded } from '../allowance.ts';

/** What this thread has worked: a wait for a busy machine's processor is nobody's fault. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

interface Waiting {
  /** How long the thread has worked for it so far. */
  usedMs: number;
  resume(): void;
}

/** Long commands that wait to go on; one of them does in each turn of the event loop, so that short ones come first. */
const waiting: Waiting[] = [];
let isTurnOfLeast = false;

/** By turns the one that has used least, which is soon done, and the one that has waited longest, which would starve. */
function takeNext(): Waiting | undefined {
  isTurnOfLeast = !isTurnOfLeast;
  if (!isTurnOfLeast) return waiting.shift();
  const least = waiting.reduce((best, { usedMs }, at) => (usedMs < waiting[best]!.usedMs ? at : best), 0);
  return waiting.splice(least, 1)[0];
}

export function isAnyWaiting(): boolean {
  return waiting.length > 0;
}

/** What others wait for and takes little time: true when there was something to do. */
const quickWork = new Set<() => boolean>();
let hasGivenWay = false;

/** Does it before a long command goes on, and lets the replies go out in between. */
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

/** Waits in the line of those who wait to go on. */
export function nextTurn(usedMs: number): Promise<void> {
  return new Promise((resume) => {
    waiting.push({ usedMs, resume });
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

/** Gives other clients their turn during long work, and ends work that was given a time limit. */
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
