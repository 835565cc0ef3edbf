import { MongoError } from '../errors.ts';

const sliceMs = 2;

/** Long commands that wait to go on; one of them does in each turn of the event loop, so that short ones come first. */
const waiting: (() => void)[] = [];

function resumeOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeOne);
}

/** Gives other clients their turn during long work, and ends work that was given a time limit. */
export class Breather {
  private until = performance.now() + sliceMs;
  private readonly deadline: number;

  constructor(deadline = Number.POSITIVE_INFINITY) {
    this.deadline = deadline;
  }

  get isDue(): boolean {
    const now = performance.now();
    if (now > this.deadline) throw new MongoError(50, 'operation exceeded time limit');
    return now > this.until;
  }

  async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(resumeOne);
    });
    this.until = performance.now() + sliceMs;
  }
}
