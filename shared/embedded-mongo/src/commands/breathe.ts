import { beginTurn, continueTurn, isTurnOver, timeExceeded } from '../allowance.ts';

/** Long commands that wait to go on; one of them does in each turn of the event loop, so that short ones come first. */
const waiting: (() => void)[] = [];

function resumeOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeOne);
}

/** Waits in the line of those who wait to go on. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

/** Gives other clients their turn during long work, and ends work that was given a time limit. */
export class Breather {
  private readonly deadline: number;

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
    await nextTurn();
    beginTurn(this.deadline);
  }
}
